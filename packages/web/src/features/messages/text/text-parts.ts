import { linksIn, type Span, Taken } from './text-links.ts'
import { closesAt, opensAt, type Style, styles } from './text-marks.ts'

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
