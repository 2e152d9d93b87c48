/** A stretch of a text. */
export interface Span {
  readonly from: number
  /** Up to, and without. */
  readonly until: number
}

/** A link in a text, and where it stands. */
export interface Link extends Span {
  readonly text: string
  readonly href: string
}

export const overlap = (one: Span, other: Span): boolean => one.from < other.until && other.from < one.until

const webPattern = /https?:\/\/[^\s<>"']+/gi
const mailPattern = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** Written for people abroad, or as in Uganda: what has neither form may as well be an amount or a policy. */
const phonePattern =
  /(^|[^\p{L}\p{N}+.,/-])(\+\d[\d ()-]{7,18}\d|0[2-9]\d{2}[ -]?\d{3}[ -]?\d{3})(?![\p{L}\p{N}])/gu
/** A sentence's own punctuation is not part of the address before it. */
const trailing = /[.,;:!?…]+$/

function addressIn(candidate: string): string {
  let address = candidate.replace(trailing, '')
  // A closing bracket belongs to the address only if it was opened in it.
  while (address.endsWith(')') && address.split('(').length < address.split(')').length) {
    address = address.slice(0, -1).replace(trailing, '')
  }
  return address
}

const isAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && hostname !== ''
}

/** The text as an address of the web; null for one that must not become a link. */
export const webAddress = (text: string): string | null => (isAddress(text) ? text : null)

/** The links in a text in their order: addresses of the web (http and https only), e-mail addresses, and telephone numbers. */
export function linksIn(text: string): readonly Link[] {
  const found: Link[] = []
  const add = (from: number, words: string, href: string) => {
    const link = { from, until: from + words.length, text: words, href }
    if (!found.some(one => overlap(one, link))) found.push(link)
  }
  for (const { index, 0: candidate } of text.matchAll(webPattern)) {
    const address = addressIn(candidate)
    if (isAddress(address)) add(index, address, address)
  }
  for (const { index, 0: address } of text.matchAll(mailPattern)) add(index, address, `mailto:${address}`)
  for (const { index, 1: before = '', 2: number = '' } of text.matchAll(phonePattern)) {
    const digits = number.replaceAll(/[^\d+]/g, '')
    if (digits.length >= 10 && digits.length <= 16) add(index + before.length, number, `tel:${digits}`)
  }
  return found.toSorted((one, other) => one.from - other.from)
}

/** Whether text is nothing but a few emoji, which are drawn large. */
export const isEmojiOnly = (text: string): boolean =>
  text.length <= 32 &&
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\u200d|\ufe0f|\s)+$/u.test(text) &&
  /\p{Extended_Pictographic}/u.test(text)
