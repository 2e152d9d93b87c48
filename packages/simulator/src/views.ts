import type { BusinessNumber } from './business.ts'
import type { PushedClock } from './faults.ts'
import type { Phone, PhoneMedia, PhoneMessage } from './phone.ts'
import type { SimulatedTemplate } from './templates.ts'

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

/** A phone as the page draws it; the business is writing, by the id of its number, until then. */
export function pagePhone({ number, name, online, typingUntil }: Phone) {
  const typing = [...typingUntil].map(([{ id }, until]) => [id, until.toISOString()])
  return { number, name, online, typingUntil: Object.fromEntries(typing) as Record<string, string> }
}

/** A message as the page draws it, with its phone. */
export function pageMessage(phone: Phone, message: PhoneMessage) {
  const { header, footer, links, choices, chosen, ownReaction, edited, deleted } = message
  return {
    ...messageView(phone, message),
    phone: phone.number,
    header,
    footer,
    links,
    choices,
    chosen,
    ownReaction,
    edited,
    deleted,
  }
}

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

/** A template as the page draws it, with its account. */
export function pageTemplate(account: string, template: SimulatedTemplate) {
  return { ...template, account }
}

/** The time at the simulated WhatsApp. */
export function clockView({ now, aheadMs }: PushedClock) {
  return { now: now().toISOString(), ahead_minutes: Math.round(aheadMs() / 60_000) }
}
