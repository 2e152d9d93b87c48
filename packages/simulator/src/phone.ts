import type { BusinessNumber } from './business.ts'
import type { StoredMedia } from './media-store.ts'

/** A file as the phone knows it: the bytes may be gone from the store by now. */
export type PhoneMedia = Pick<StoredMedia, 'id' | 'mimeType' | 'filename' | 'sha256'> & {
  kind: 'image' | 'document' | 'audio' | 'video'
  size: number
  /** Played as a voice note. */
  voice?: boolean
}

/** What a webhook may bring of one customer: a message, a call, what they want to receive, or what we wrote on our phone. */
export const webhookFields = ['messages', 'calls', 'user_preferences', 'smb_message_echoes'] as const
export type WebhookField = (typeof webhookFields)[number]

/** A button or list row that the customer can tap. */
export type Choice = { id: string; title: string; description: string | null }

export type PhoneMessage = {
  /** The wamid. */
  id: string
  /** The number of the business in whose chat it is. */
  business: BusinessNumber
  /** Seen from the business: what the customer writes is INBOUND. */
  direction: 'INBOUND' | 'OUTBOUND'
  type: string
  text: string | null
  media: PhoneMedia | null
  /** INBOUND: sent until the server took the webhook. OUTBOUND: what we told the server. */
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: Date
  header: string | null
  footer: string | null
  choices: readonly Choice[]
  /** Buttons of a template that lead elsewhere; null: nowhere. */
  links: readonly { title: string; target: string | null }[]
  /** What a tap is reported as. */
  choiceKind: 'button' | 'list' | 'template' | 'location' | null
  /** The id of the choice that was tapped. */
  chosen: string | null
  /** The business's reaction to this message. */
  reaction: string | null
  /** The customer's own reaction to it. */
  ownReaction: string | null
  /** The customer changed the text since. */
  edited: boolean
  /** The customer deleted it for everyone. */
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
  /** The business is writing in the chat of that number until then. */
  typingUntil: Map<BusinessNumber, Date>
  /** Of all chats, oldest first. */
  messages: PhoneMessage[]
}

/** What stands in the phone's chat with one number of the business, oldest first. */
export function chatOf({ messages }: Phone, business: BusinessNumber): readonly PhoneMessage[] {
  return messages.filter(message => message.business === business)
}

/** A message with nothing but what every message has. */
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
