import { linksIn, overlap, type Span } from './text-links.ts'

/** A stretch of a message's text, as WhatsApp shows it. */
export type TextPart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'code'; readonly text: string; readonly isBlock: boolean }
  | { readonly kind: Style; readonly parts: readonly TextPart[] }

type Style = 'bold' | 'italic' | 'strike'

const styles: Readonly<Record<string, Style>> = { '*': 'bold', _: 'italic', '~': 'strike' }

/** A stretch in which no mark means anything. */
interface Fixed extends Span {
  readonly part: TextPart
}

/** By where they begin. */
type FixedStretches = ReadonlyMap<number, Fixed>

/** A block may have several lines, the other has one. What comes behind a block begins a line anyway. */
const codePattern = /```([^]+?)```[ \n]?|`([^`\n]+)`/g

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)
const isSpace = (character: string | undefined): boolean => character === undefined || /\s/.test(character)

/**
 * Splits a message's text into its parts, with WhatsApp's own marks: *bold*, _italic_, ~struck~ and `code`, in one another too.
 * A mark begins before a word and ends behind one on the same line; any other is a character like others. Nothing else of the
 * text is left out.
 */
export function textParts(text: string): readonly TextPart[] {
  return partsOf(text, { from: 0, until: text.length }, fixedIn(text), new Set())
}

/** Code and links. */
function fixedIn(text: string): FixedStretches {
  const code = [...text.matchAll(codePattern)].map(
    ({ index, 0: whole, 1: block, 2: inline }): Fixed => ({
      from: index,
      until: index + whole.length,
      part: { kind: 'code', text: block ?? inline ?? '', isBlock: block !== undefined },
    }),
  )
  const links = linksIn(text)
    .filter(link => !code.some(one => overlap(one, link)))
    .map(
      ({ from, until, text: words, href }): Fixed => ({
        from,
        until,
        part: { kind: 'link', text: words, href },
      }),
    )
  return new Map([...code, ...links].map(one => [one.from, one]))
}

/** @param within the marks that are open: none opens in itself */
function partsOf(
  text: string,
  { from, until }: Span,
  fixed: FixedStretches,
  within: ReadonlySet<string>,
): readonly TextPart[] {
  const parts: TextPart[] = []
  let plain = from
  const add = (part: TextPart, start: number) => {
    if (start > plain) parts.push({ kind: 'words', text: text.slice(plain, start) })
    parts.push(part)
  }
  for (let at = from; at < until; at += 1) {
    const stretch = fixed.get(at)
    const mark = text[at] ?? ''
    const style = styles[mark]
    if (stretch !== undefined) {
      add(stretch.part, at)
      plain = stretch.until
      at = stretch.until - 1
    } else if (style !== undefined && !within.has(mark)) {
      const end = endOf(text, { from: at, until }, fixed)
      if (end === null) continue
      const inner = partsOf(text, { from: at + 1, until: end }, fixed, new Set([...within, mark]))
      add({ kind: style, parts: inner }, at)
      plain = end + 1
      at = end
    }
  }
  if (until > plain) parts.push({ kind: 'words', text: text.slice(plain, until) })
  return parts
}

/** Where the mark at `from` ends; null: it begins nothing. */
function endOf(text: string, { from, until }: Span, fixed: FixedStretches): number | null {
  if (isWord(text[from - 1]) || isSpace(text[from + 1]) || text[from + 1] === text[from]) return null
  for (let at = from + 1; at < until && text[at] !== '\n'; at += 1) {
    const stretch = fixed.get(at)
    if (stretch !== undefined) at = stretch.until - 1
    else if (text[at] === text[from] && !isSpace(text[at - 1]) && !isWord(text[at + 1])) return at
  }
  return null
}
