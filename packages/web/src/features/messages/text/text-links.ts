import { opensAt, styles } from './text-marks.ts'

/** A stretch of a text, in UTF-16 units. */
export interface Span {
  readonly from: number
  /** Up to, and without. */
  readonly until: number
}

/** A link in a text, and where it stands. */
export interface Link extends Span {
  readonly text: string
  readonly href: string
  /** The host that it opens, where the text shows another one, or hides it; else null. */
  readonly host: string | null
}

/** Which units of a text belong to something already. What belongs to one thing belongs to no other. */
export class Taken {
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
export function hiddenHost(address: string): string | null {
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
