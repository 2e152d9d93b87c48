import { createHash } from 'node:crypto'
import type { BusinessNumber } from './business.ts'
import type { StoredMedia } from './media-store.ts'

/** A file as the phone knows it: the bytes may be gone from the store by now. */
export type PhoneMedia = Pick<StoredMedia, 'id' | 'mimeType' | 'filename' | 'sha256'> & {
  kind: 'image' | 'document' | 'audio' | 'video'
  size: number
  /** Played as a voice note. */
  voice?: boolean
}

/** Webhook fields about one customer: messages, calls, their marketing choice, and answers from the business's own phone. */
export const webhookFields = ['messages', 'calls', 'user_preferences', 'smb_message_echoes'] as const
export type WebhookField = (typeof webhookFields)[number]

/** A button or list row that the customer can tap. */
export type Choice = { id: string; title: string; description: string | null }

export type PhoneMessage = {
  /** The wamid. */
  id: string
  /** The number of the business in whose chat it is. */
  business: BusinessNumber
  /** Seen from the business: a customer's message is INBOUND. */
  direction: 'INBOUND' | 'OUTBOUND'
  type: string
  text: string | null
  media: PhoneMedia | null
  /** INBOUND: sent until the server took the webhook. OUTBOUND: the last reported status. */
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: Date
  header: string | null
  footer: string | null
  choices: readonly Choice[]
  /** Buttons that open an address; null: they open none. */
  links: readonly { title: string; target: string | null }[]
  /** The type that a tap is reported as. */
  choiceKind: 'button' | 'list' | 'template' | 'location' | null
  /** The id of the choice that was tapped. */
  chosen: string | null
  /** The business's reaction to this message. */
  reaction: string | null
  /** The customer's own reaction. */
  ownReaction: string | null
  edited: boolean
  deleted: boolean
  replyTo: string | null
  forwarded: 'forwarded' | 'frequently_forwarded' | null
  /** Meta's own fields of a kind that the phone does not draw. */
  raw: Readonly<Record<string, unknown>> | null
  /** The field of the webhook that brings `raw`. */
  field: WebhookField
  /** `biz_opaque_callback_data`, to be echoed in statuses. */
  opaque: string | null
}

export type Phone = {
  /** `+` and digits. */
  number: string
  name: string | null
  /** The business-scoped user id, always the same for a number. */
  userId: string
  online: boolean
  /** Until when the business is typing, by the number whose chat it is. */
  typingUntil: Map<BusinessNumber, Date>
  /** Of all chats, oldest first. */
  messages: PhoneMessage[]
}

/** The messages of the phone's chat with one number of the business, oldest first. */
export function chatOf({ messages }: Phone, business: BusinessNumber): readonly PhoneMessage[] {
  return messages.filter(message => message.business === business)
}

/** A message with the defaults of all optional fields. */
export function bareMessage(
  given: Pick<PhoneMessage, 'id' | 'business' | 'direction' | 'type' | 'at'> & Partial<PhoneMessage>,
): PhoneMessage {
  return {
    text: null,
    media: null,
    status: 'sent',
    header: null,
    footer: null,
    choices: [],
    links: [],
    choiceKind: null,
    chosen: null,
    reaction: null,
    ownReaction: null,
    edited: false,
    deleted: false,
    replyTo: null,
    forwarded: null,
    raw: null,
    field: 'messages',
    opaque: null,
    ...given,
  }
}

/**
 * A phone number in any spelling (`+256 700 000001`, `00256…`, `256…`) as `+` and digits; null if it cannot be one.
 * Numbers without their country code are not guessed at.
 */
export function readNumber(spelling: string): string | null {
  const digits = spelling.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : null
}

/** The same number as WhatsApp writes it in payloads: digits alone. */
export function digitsOf(number: string): string {
  return number.slice(1)
}

const keptPerPhone = 2_000

/** Called with every change, so that open pages are current. */
type PhoneListener = {
  phoneChanged: (phone: Phone) => void
  messageChanged: (phone: Phone, message: PhoneMessage) => void
}

export type PhoneBook = ReturnType<typeof phoneBookOf>

/** All phones, in memory; each keeps its last 2,000 messages. */
export function phoneBookOf(
  demo: readonly { number: string; name: string }[],
  { phoneChanged, messageChanged }: PhoneListener,
) {
  const phones = new Map<string, Phone>()
  const phoneOfMessage = new Map<string, Phone>()

  function addPhone(number: string, name: string | null): Phone {
    const userId = userIdOf(number)
    const phone: Phone = { number, name, userId, online: true, typingUntil: new Map(), messages: [] }
    phones.set(number, phone)
    return phone
  }
  for (const { number, name } of demo) addPhone(number, name)

  return {
    all: (): readonly Phone[] => [...phones.values()],
    find: (number: string) => phones.get(number),
    findByUserId: (userId: string) => [...phones.values()].find(phone => phone.userId === userId),
    /** The phone with this number, made on first use. A given name replaces the old one. */
    open(number: string, name?: string): Phone {
      const known = phones.get(number)
      const phone = known ?? addPhone(number, null)
      if (name !== undefined) phone.name = name
      if (!known || name !== undefined) phoneChanged(phone)
      return phone
    },
    add(phone: Phone, message: PhoneMessage): void {
      phone.messages.push(message)
      phoneOfMessage.set(message.id, phone)
      const forgotten = phone.messages.length > keptPerPhone ? phone.messages.shift() : undefined
      if (forgotten) phoneOfMessage.delete(forgotten.id)
      messageChanged(phone, message)
    },
    update(phone: Phone, message: PhoneMessage, change: Partial<PhoneMessage>): void {
      Object.assign(message, change)
      messageChanged(phone, message)
    },
    connect(phone: Phone, online: boolean): void {
      phone.online = online
      phoneChanged(phone)
    },
    /** The business is typing in its chat until then; null: no more. */
    typing(phone: Phone, business: BusinessNumber, until: Date | null): void {
      if (until) phone.typingUntil.set(business, until)
      else phone.typingUntil.delete(business)
      phoneChanged(phone)
    },
    /** The phone and message of a wamid. */
    holding(wamid: string) {
      const phone = phoneOfMessage.get(wamid)
      const message = phone?.messages.find(({ id }) => id === wamid)
      return phone && message && { phone, message }
    },
  }
}

/** The same over restarts, as at Meta, so that a server that keeps its data recognises the customer. */
function userIdOf(number: string): string {
  const digest = createHash('sha256').update(number).digest()
  return `UG.${digest.readBigUInt64BE().toString()}`
}
