/** A stretch of a message's text, as WhatsApp shows it. */
export type TextPart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string; readonly host: string | null }
  /** `source` is the code with its marks, and the blank behind a block. */
  | { readonly kind: 'code'; readonly text: string; readonly isBlock: boolean; readonly source: string }
  | { readonly kind: Style; readonly parts: readonly TextPart[] }

/** A stretch in which no mark means anything. */
interface Fixed extends Span {
  readonly part: TextPart
}

/** A block may have several lines, the other has one. What comes behind a block begins a line anyway. */
const codePattern = /```([^]+?)```[ \n]?|`([^`\n]+)`/g
/** What a phone dials for a service, such as *165*3#: its stars are no marks. */
const dialPattern = /(?<![\p{L}\p{N}*#])[*#][\d*#]*#(?![\p{L}\p{N}*#])/gu

/**
 * Splits a message's text into its parts, with WhatsApp's own marks: *bold*, _italic_, ~struck~ and `code`, in one another too.
 * A mark begins before a word and ends behind one on the same line; any other is a character like others. Nothing else of the
 * text is left out. Linear in the text's length (docs/decisions/0024).
 */
export function textParts(text: string): readonly TextPart[] {
  const taken = new Taken(text.length)
  const fixed = fixedIn(text, taken)
  const ends = endsIn(text, taken)
  const parts: TextPart[] = []
  const open: { readonly mark: string; readonly end: number; readonly parts: TextPart[] }[] = []
  let plain = 0
  const add = (part: TextPart) => (open.at(-1)?.parts ?? parts).push(part)
  const plainUntil = (at: number) => {
    if (at > plain) add({ kind: 'words', text: text.slice(plain, at) })
  }
  for (let at = 0; at < text.length; at += 1) {
    const stretch = fixed.get(at)
    const inner = open.at(-1)
    const end = ends.get(at)
    const mark = text.charAt(at)
    if (stretch !== undefined) {
      plainUntil(at)
      add(stretch.part)
      plain = stretch.until
      at = stretch.until - 1
    } else if (inner?.end === at) {
      plainUntil(at)
      open.pop()
      add({ kind: styles[mark] ?? 'bold', parts: inner.parts })
      plain = at + 1
    } else if (
      end !== undefined &&
      end < (inner?.end ?? text.length) &&
      !open.some(one => one.mark === mark)
    ) {
      plainUntil(at)
      open.push({ mark, end, parts: [] })
      plain = at + 1
    }
  }
  plainUntil(text.length)
  return parts
}

/** Code and links, by where they begin. */
function fixedIn(text: string, taken: Taken): ReadonlyMap<number, Fixed> {
  const fixed = new Map<number, Fixed>()
  for (const { index: from, 0: source, 1: block, 2: inline } of text.matchAll(codePattern)) {
    const span = { from, until: from + source.length }
    taken.claim(span)
    const part = { kind: 'code', text: block ?? inline ?? '', isBlock: block !== undefined, source } as const
    fixed.set(from, { ...span, part })
  }
  for (const { from, until, ...link } of linksIn(text, taken))
    fixed.set(from, { from, until, part: { kind: 'link', ...link } })
  for (const { index: from, 0: dialled } of text.matchAll(dialPattern))
    taken.claim({ from, until: from + dialled.length })
  return fixed
}

/** Where the marks that may begin something would end: at the next one of their kind that may end something on their line. */
function endsIn(text: string, taken: Taken): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const next = new Map<string, number>()
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text.charAt(at)
    if (taken.has(at)) continue
    if (character === '\n') next.clear()
    if (styles[character] === undefined) continue
    const end = next.get(character)
    if (end !== undefined && opensAt(text, at)) ends.set(at, end)
    if (closesAt(text, at)) next.set(character, at)
  }
  return ends
}

/** A stretch of a text, in UTF-16 units. */
interface Span {
  readonly from: number
  /** Up to, and without. */
  readonly until: number
}

/** A link in a text, and where it stands. */
interface Link extends Span {
  readonly text: string
  readonly href: string
  /** The host that it opens, where the text shows another one, or hides it; else null. */
  readonly host: string | null
}

/** Which units of a text belong to something already. What belongs to one thing belongs to no other. */
class Taken {
  readonly #units: Uint8Array

  constructor(length: number) {
    this.#units = new Uint8Array(length)
  }

  has(at: number): boolean {
    return this.#units[at] === 1
  }

  /** Takes a stretch; false: a part of it is taken. */
  claim({ from, until }: Span): boolean {
    if (this.#units.subarray(from, until).includes(1)) return false
    this.#units.fill(1, from, until)
    return true
  }
}

/*
 * Each pattern is linear in the text: what a try reads is bounded, or is part of what it found, or a look behind lets one
 * try begin in each run.
 */

/** Blanks, quotation marks, full-width and Arabic punctuation end an address, and so does what turns or hides its letters. */
const webPattern =
  /https?:\/\/[^\s<>"“”«»،؛。、！？：；，（）［］【】「」『』《》〈〉\p{Cc}\p{Bidi_Control}\u200b\u2060]+/giu
const mailPattern = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** Written for people abroad, or as in Uganda: what has neither form may as well be an amount or a policy. */
const phonePattern =
  /(^|[^\p{L}\p{N}+.,/-])(\+\d[\d ()-]{7,18}\d|0[2-9]\d{2}[ -]?\d{3}[ -]?\d{3})(?![\p{L}\p{N}])/gu

/** A sentence's own punctuation is not part of the address before it. */
const trailing = /[.,;:!?…'‘’`؟।]/
const opening: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/**
 * The address at the beginning of a run without blanks. A closing bracket belongs to it only if it was opened in it.
 * @param open marks that began before it: they may end behind it
 */
function addressIn(run: string, open: ReadonlySet<string>): string {
  const counts = new Map<string, number>()
  for (const character of run) counts.set(character, (counts.get(character) ?? 0) + 1)
  let until = run.length
  for (; until > 0; until -= 1) {
    const last = run.charAt(until - 1)
    const opener = opening[last]
    if (opener !== undefined) {
      const count = counts.get(last) ?? 0
      if (count <= (counts.get(opener) ?? 0)) break
      counts.set(last, count - 1)
    } else if (!trailing.test(last) && !open.has(last)) break
  }
  return run.slice(0, until)
}

/** The text as an address of the web; null for one that must not become a link. */
export function webAddress(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' ? text : null
}

/**
 * The host that an address of the web opens, if its reader sees another one: behind a user's name, in letters that look like
 * others (then as the network writes it, `xn--…`), or as a number. Null where it is written as it is.
 */
function hiddenHost(address: string): string | null {
  const { host, hostname } = new URL(address)
  const written = /^https?:\/\/([^/?#]*)/i.exec(address)?.[1]?.toLowerCase()
  return [host, `${hostname}:80`, `${hostname}:443`].some(one => one === written) ? null : host
}

/** The links in a text in their order: addresses of the web (http and https only), e-mail addresses, and telephone numbers. */
export function linksIn(text: string, taken = new Taken(text.length)): readonly Link[] {
  const found: Link[] = []
  const add = (from: number, words: string, href: string, host: string | null) => {
    const link = { from, until: from + words.length, text: words, href, host }
    if (taken.claim(link)) found.push(link)
  }
  const open = new Set<string>()
  let read = 0
  for (const { index, 0: run } of text.matchAll(webPattern)) {
    for (; read < index; read += 1) {
      const character = text.charAt(read)
      if (character === '\n') open.clear()
      else if (styles[character] !== undefined && !taken.has(read) && opensAt(text, read)) open.add(character)
    }
    const address = webAddress(addressIn(run, open))
    if (address === null) continue
    add(index, address, address, hiddenHost(address))
    read = index + address.length
  }
  for (const { index, 0: run } of text.matchAll(mailPattern)) {
    const isMarked = run.startsWith('_') && text[index + run.length] === '_'
    const address = isMarked ? run.slice(1) : run
    add(index + (isMarked ? 1 : 0), address, `mailto:${address}`, null)
  }
  for (const { index, 1: before = '', 2: number = '' } of text.matchAll(phonePattern)) {
    const digits = number.replaceAll(/[^\d+]/g, '')
    if (digits.length >= 10 && digits.length <= 16) add(index + before.length, number, `tel:${digits}`, null)
  }
  return found.toSorted((one, other) => one.from - other.from)
}

type Style = 'bold' | 'italic' | 'strike'

/** What WhatsApp's marks around words mean. */
const styles: Readonly<Record<string, Style>> = { '*': 'bold', _: 'italic', '~': 'strike' }

/** A letter, a digit, or a sign on one. The sign that makes a character an emoji (U+FE0F) is none. */
const word = /^[\p{L}\p{N}\p{Mc}]|^(?!\ufe0f)\p{Mn}/u
const wordBefore = /(?:[\p{L}\p{N}\p{Mc}]|(?!\ufe0f)\p{Mn})$/u
const isSpace = (character: string | undefined): boolean => character === undefined || /\s/.test(character)
const isMark = (character: string | undefined): boolean =>
  character !== undefined && styles[character] !== undefined

/** Marks that stand before another one and open with it: as many as there are. */
const mostBefore = 3

/** Whether the mark at this place may begin something: before a character that is neither blank nor the same mark, and not behind a word. */
function opensAt(text: string, at: number): boolean {
  if (isSpace(text[at + 1]) || text[at + 1] === text[at]) return false
  let first = at
  while (isMark(text[first - 1])) {
    first -= 1
    if (at - first > mostBefore) return false
  }
  return !wordBefore.test(text.slice(Math.max(0, first - 2), first))
}

/** Whether the mark at this place may end something: behind a character that is not blank, and not before a word. */
const closesAt = (text: string, at: number): boolean =>
  !isSpace(text[at - 1]) && !word.test(text.slice(at + 1, at + 3))

const pictograph = String.raw`(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|(?=\p{Extended_Pictographic})[\u2600-\u27bf](?!\ufe0e))`
const withParts = String.raw`(?!\p{RI}|\p{Emoji_Modifier})${pictograph}(?:\p{Emoji_Modifier}|\ufe0f)*[\u{e0020}-\u{e007f}]*`
/** A flag, a keycap, or pictographs that are joined into one. */
const emoji = String.raw`\p{RI}\p{RI}|[0-9#*]\ufe0f?\u20e3|${withParts}(?:\u200d${withParts})*`
const onlyEmoji = new RegExp(String.raw`^\s*(?:(?:${emoji})\s*)+$`, 'u')

/** UTF-16 units: more than a few are words in pictures. */
const most = 32

/** Whether text is nothing but a few emoji, which are drawn large. */
export const isEmojiOnly = (text: string): boolean => text.length <= most && onlyEmoji.test(text)
