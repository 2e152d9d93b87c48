import { createHash } from 'node:crypto'
import type { BusinessNumber } from './business.ts'
import type { Phone, PhoneMessage } from './phone.ts'

/** Told of every change, so that open pages follow. */
export type PhoneChanges = {
  phoneChanged: (phone: Phone) => void
  messageChanged: (phone: Phone, message: PhoneMessage) => void
}

export type PhoneBook = {
  all: () => readonly Phone[]
  find: (number: string) => Phone | undefined
  findByUserId: (userId: string) => Phone | undefined
  /** The phone with this number, made on first use. A given name replaces the old one. */
  open: (number: string, name?: string) => Phone
  add: (phone: Phone, message: PhoneMessage) => void
  update: (phone: Phone, message: PhoneMessage, change: Partial<PhoneMessage>) => void
  connect: (phone: Phone, online: boolean) => void
  /** The business is writing in its chat until then; null: no more. */
  typing: (phone: Phone, business: BusinessNumber, until: Date | null) => void
  /** The phone and message of a wamid, newest phones last. */
  holding: (wamid: string) => { phone: Phone; message: PhoneMessage } | undefined
}

const keptPerPhone = 2_000

/** All phones, in memory; each keeps its last 2,000 messages. */
export function phoneBookOf(
  demo: readonly { number: string; name: string }[],
  { phoneChanged, messageChanged }: PhoneChanges,
): PhoneBook {
  const phones = new Map<string, Phone>()
  const holders = new Map<string, Phone>()

  function made(number: string, name: string | null): Phone {
    const userId = userIdOf(number)
    const phone: Phone = { number, name, userId, online: true, typingUntil: new Map(), messages: [] }
    phones.set(number, phone)
    return phone
  }
  for (const { number, name } of demo) made(number, name)

  return {
    all: () => [...phones.values()],
    find: number => phones.get(number),
    findByUserId: userId => [...phones.values()].find(phone => phone.userId === userId),
    open(number, name) {
      const known = phones.get(number)
      const phone = known ?? made(number, null)
      if (name !== undefined) phone.name = name
      if (!known || name !== undefined) phoneChanged(phone)
      return phone
    },
    add(phone, message) {
      phone.messages.push(message)
      holders.set(message.id, phone)
      const forgotten = phone.messages.length > keptPerPhone ? phone.messages.shift() : undefined
      if (forgotten) holders.delete(forgotten.id)
      messageChanged(phone, message)
    },
    update(phone, message, change) {
      Object.assign(message, change)
      messageChanged(phone, message)
    },
    connect(phone, online) {
      phone.online = online
      phoneChanged(phone)
    },
    typing(phone, business, until) {
      if (until) phone.typingUntil.set(business, until)
      else phone.typingUntil.delete(business)
      phoneChanged(phone)
    },
    holding(wamid) {
      const phone = holders.get(wamid)
      const message = phone?.messages.find(({ id }) => id === wamid)
      return phone && message && { phone, message }
    },
  }
}

/** Stable over restarts, as Meta's ids are, so that a server that keeps its data recognises the customer. */
function userIdOf(number: string): string {
  const digest = createHash('sha256').update(number).digest()
  return `UG.${digest.readBigUInt64BE().toString()}`
}
