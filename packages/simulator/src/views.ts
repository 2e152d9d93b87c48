import type { PushedClock } from './clock.ts'
import type { Phone, PhoneMedia, PhoneMessage } from './phone.ts'

/** A message as the control call lists it. */
export function messageView(phone: Phone, message: PhoneMessage) {
  const { id, direction, type, text, media, status, at, replyTo, reaction } = message
  return {
    id,
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

function mediaView({ number }: Phone, { id, kind, mimeType, filename, size, sha256 }: PhoneMedia) {
  const url = `/phones/${encodeURIComponent(number)}/media/${id}`
  return { id, kind, mime_type: mimeType, filename, size, sha256, url }
}

/** A phone as the control call lists it. */
export function phoneView({ number, name, online, messages }: Phone) {
  return { number, name, online, messages: messages.length }
}

/** A phone as the page draws it. */
export function pagePhone({ number, name, online, typingUntil }: Phone) {
  return { number, name, online, typingUntil: typingUntil?.toISOString() ?? null }
}

/** A message as the page draws it, with the number of its phone. */
export function pageMessage(phone: Phone, message: PhoneMessage) {
  const { header, footer, links, choices, chosen, ownReaction, edited, deleted } = message
  return {
    ...messageView(phone, message),
    number: phone.number,
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

/** The time at the simulated WhatsApp. */
export function clockView({ now, aheadMs }: PushedClock) {
  return { now: now().toISOString(), ahead_minutes: Math.round(aheadMs() / 60_000) }
}
