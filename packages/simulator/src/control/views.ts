import type { BusinessNumber, BusinessNumbers } from '../business.ts'
import type { Faults } from '../faults.ts'
import type { Phone, PhoneBook, PhoneMedia, PhoneMessage } from '../phone.ts'
import type { Playing, ScenarioEntry } from './scenarios.ts'
import type { SimulatedClock } from '../sources.ts'
import type { SimulatedTemplate } from '../templates.ts'
import type { WireEntry } from '../wire.ts'

/** A message as the control call lists it; `number` is the id of the business number in whose chat it is. */
export function messageView(phone: Phone, message: PhoneMessage) {
  const { id, business, direction, type, text, media, status, at, replyTo, reaction } = message
  return {
    id,
    number: business.id,
    direction,
    type,
    text,
    media: media && mediaView(phone, media),
    status,
    at: at.toISOString(),
    replyTo,
    reaction,
  }
}

function mediaView(
  { number }: Phone,
  { id, kind, mimeType, filename, size, sha256, voice = false }: PhoneMedia,
) {
  const url = `/phones/${encodeURIComponent(number)}/media/${id}`
  return { id, kind, mime_type: mimeType, filename, size, sha256, voice, url }
}

/** A phone as the control call lists it. */
export function phoneView({ number, name, online, messages }: Phone) {
  return { number, name, online, messages: messages.length }
}

/** A phone on the page; `typingUntil`: until when the business is typing, by the id of its number. */
export function pagePhone({ number, name, online, typingUntil }: Phone) {
  const typing = [...typingUntil].map(([{ id }, until]) => [id, until.toISOString()])
  return { number, name, online, typingUntil: Object.fromEntries(typing) as Record<string, string> }
}
export type PagePhone = ReturnType<typeof pagePhone>

/** A message on the page, with its phone. */
export function pageMessage(phone: Phone, message: PhoneMessage) {
  const { header, footer, links, choices, chosen, ownReaction, edited, deleted } = message
  const more = { phone: phone.number, header, footer, links, choices, chosen, ownReaction, edited, deleted }
  return { ...messageView(phone, message), ...more }
}
export type PageMessage = ReturnType<typeof pageMessage>

/** A business number and its standing. */
export function numberView({ id, displayPhoneNumber, name, account, quality, status }: BusinessNumber) {
  return {
    phone_number_id: id,
    display_phone_number: displayPhoneNumber,
    name,
    business_account_id: account.id,
    quality,
    status,
    sending: account.sending,
  }
}
export type NumberView = ReturnType<typeof numberView>

/** A template on the page, with its account. */
export const pageTemplate = (account: string, template: SimulatedTemplate) => ({ ...template, account })

/** The time at the simulated WhatsApp. */
export function clockView({ now, aheadMs }: SimulatedClock) {
  return { now: now().toISOString(), ahead_minutes: Math.round(aheadMs() / 60_000) }
}

const shownPerPhone = 200

type Shown = {
  book: PhoneBook
  faults: Faults
  clock: SimulatedClock
  numbers: BusinessNumbers
  log: { entries: () => readonly WireEntry[] }
}

/** All that the page shows, but for the scenarios; of each phone the latest messages. */
export function snapshotOf({ book, faults, clock, numbers, log }: Shown) {
  return {
    numbers: numbers.all.map(numberView),
    phones: book.all().map(pagePhone),
    messages: book
      .all()
      .flatMap(phone => phone.messages.slice(-shownPerPhone).map(message => pageMessage(phone, message))),
    faults: faults.left(),
    clock: clockView(clock),
    templates: numbers.accounts.flatMap(({ id, templates }) =>
      templates.map(template => pageTemplate(id, template)),
    ),
    wire: log.entries(),
  }
}

/** The events of an open page, by name. The snapshot comes first. */
export type PageEvents = {
  snapshot: ReturnType<typeof snapshotOf> & {
    scenarios: readonly ScenarioEntry[]
    playing: Playing | null
  }
  phone: PagePhone
  message: PageMessage
  faults: ReturnType<Faults['left']>
  number: NumberView
  clock: ReturnType<typeof clockView>
  scenario: { playing: Playing | null }
  template: ReturnType<typeof pageTemplate>
  wire: WireEntry
}
