/** A stretch of a message's text; `href` is set where it is a link. */
export interface TextPart {
  readonly text: string
  readonly href: string | null
}

const linkPattern = /https?:\/\/[^\s<>"']+/gi
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

/** Splits text at web addresses. Only http and https become links; everything else stays text. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(linkPattern)) {
    const address = addressIn(match[0])
    if (!isAddress(address)) continue
    if (match.index > from) parts.push({ text: text.slice(from, match.index), href: null })
    parts.push({ text: address, href: address })
    from = match.index + address.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null })
  return parts
}

/** Whether text is nothing but a few emoji, which are drawn large. */
export const isEmojiOnly = (text: string): boolean =>
  text.length <= 32 &&
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\u200d|\ufe0f|\s)+$/u.test(text) &&
  /\p{Extended_Pictographic}/u.test(text)
