import { readCopied } from '../text/fold.ts'
import { numbersOf, type PlacedWord, readSearch, type Search, wordsOf } from './rules.ts'

/** Consecutive words. */
export interface Way {
  /** As `wordsOf` returns them; never empty. */
  readonly words: readonly string[]
  /** The last word may be the beginning of a word; a single one of three characters also any part of a word. */
  readonly isOpen: boolean
}

/** One term of a query, in all its spellings. */
export type Term = readonly Way[]

/** A query of the global search: a text must have each of the terms. */
export interface Finding {
  readonly terms: readonly Term[]
  /** The same for names, numbers and references. */
  readonly search: Search
}

/** Shorter parts are not searched inside words. */
export const shortestPart = 3

const typedPart = /"([^"]*)"?|(\+?\d(?:[\s().\-/]*\d)*(?![\p{L}\p{N}]))|([^\s"]+)/gu
const fewestDigits = 5

const plain = (text: string): readonly string[] => wordsOf(text).map(({ word }) => word)

/** Null: no letter and no digit was typed. */
export function readFinding(asTyped: string): Finding | null {
  const typed = readCopied(asTyped)
  const search = readSearch(typed.replaceAll('"', ' '))
  if (search === null) return null
  if (search.reference !== null) return { terms: [referenceTerm(search.text, search.reference)], search }
  const terms = [...typed.matchAll(typedPart)].flatMap(([, quoted, number, word]) => {
    if (quoted !== undefined) return [[{ words: plain(quoted), isOpen: false }]]
    return number === undefined ? [wordTerm(word ?? '')] : numberTerms(number)
  })
  const said = terms.map(term => term.filter(way => way.words.length > 0)).filter(term => term.length > 0)
  return said.length === 0 ? null : { terms: said, search }
}

/** "payments" also finds words that begin with "payment". */
function wordTerm(typed: string): Term {
  const words = plain(typed)
  const [only = ''] = words
  const ways: Way[] = [{ words, isOpen: true }]
  if (words.length === 1 && /^\p{L}{4,}s$/u.test(only) && !only.endsWith('ss'))
    ways.push({ words: [only.slice(0, -1)], isOpen: true })
  return ways
}

/** Grouped digits are one number in every spelling; a few digits are ordinary words. */
function numberTerms(typed: string): readonly Term[] {
  const groups = plain(typed)
  const digits = groups.join('')
  const international = /^0[1-9]/.test(digits)
    ? `256${digits.slice(1)}`
    : /^00[1-9]/.test(digits)
      ? digits.slice(2)
      : digits
  if (groups.length > 1 && digits.length < fewestDigits) {
    return groups.map(word => [{ words: [word], isOpen: true }])
  }
  const ways = new Set([international, digits, groups.join(' ')])
  return [[...ways].map(way => ({ words: way.split(' '), isOpen: true }))]
}

/** "tck 7" is TCK-00007; people also write TCK-7, and both without a hyphen. */
function referenceTerm(typed: string, reference: string): Term {
  const [kind = '', no = ''] = reference.toLowerCase().split('-')
  const short = no.replace(/^0+/, '')
  const ways = new Set([`${kind} ${no}`, `${kind} ${short}`, `${kind}${no}`, `${kind}${short}`])
  const written = plain(typed).join(' ')
  return [...ways.add(written)].map(way => ({ words: way.split(' '), isOpen: false }))
}

/** A part of a text; a match is a `hit`. */
interface MarkedPart {
  readonly text: string
  readonly hit: boolean
}
export type Marked = MarkedPart[]

interface Range {
  readonly from: number
  readonly to: number
}

/** Whether a word matches the last one of a spelling. */
function isLast({ words, isOpen }: Way, word: string): boolean {
  const wanted = words.at(-1) ?? ''
  if (word === wanted) return true
  if (!isOpen || wanted.length < 2) return false
  return (
    word.startsWith(wanted) || (words.length === 1 && wanted.length >= shortestPart && word.includes(wanted))
  )
}

function rangesOf(way: Way, text: readonly PlacedWord[]): readonly Range[] {
  const ranges: Range[] = []
  const { length } = way.words
  for (let place = 0; place + length <= text.length; place += 1) {
    const here = text.slice(place, place + length)
    const [first] = here
    const last = here.at(-1)
    if (first === undefined || last === undefined || !isLast(way, last.word)) continue
    if (here.slice(0, -1).every(({ word }, index) => word === way.words[index]))
      ranges.push({ from: first.from, to: last.to })
  }
  return ranges
}

const rangesOfTerm = (term: Term, words: readonly PlacedWord[], numbers: readonly PlacedWord[]) =>
  term.flatMap(way => [...rangesOf(way, words), ...(way.words.length === 1 ? rangesOf(way, numbers) : [])])

/** Whether a text has each of the terms. */
export function hasTerms(text: string, terms: readonly Term[]): boolean {
  const words = wordsOf(text)
  const numbers = numbersOf(text)
  return terms.every(term => rangesOfTerm(term, words, numbers).length > 0)
}

/** A text in parts; matches of any term are hits. */
export function marked(text: string, terms: readonly Term[]): Marked {
  const words = wordsOf(text)
  const numbers = numbersOf(text)
  const ranges = terms
    .flatMap(term => rangesOfTerm(term, words, numbers))
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
  const parts: MarkedPart[] = []
  let at = 0
  const upTo = (end: number, hit: boolean) => {
    if (end > at) parts.push({ text: text.slice(at, end), hit })
    at = Math.max(at, end)
  }
  for (const { from, to } of ranges) {
    upTo(from, false)
    upTo(to, true)
  }
  upTo(text.length, false)
  return parts
}

const excerptLength = 220
const shownBefore = 70

/** The same for a long text, cut around the first hit, on one line. */
export function excerpt(text: string, terms: readonly Term[]): Marked {
  const line = text.replace(/\s+/gu, ' ').trim()
  const whole = marked(line, terms)
  if (line.length <= excerptLength) return whole
  const first = whole[0]?.hit === false && whole.length > 1 ? whole[0].text.length : 0
  const wordBefore = line.lastIndexOf(' ', Math.max(0, first - shownBefore)) + 1
  const from = first <= shownBefore ? 0 : wordBefore
  const space = line.lastIndexOf(' ', from + excerptLength)
  const to =
    from + excerptLength >= line.length
      ? line.length
      : space > from + excerptLength / 2
        ? space
        : from + excerptLength
  const cut = marked(line.slice(from, to), terms)
  return [
    ...(from > 0 ? [{ text: '… ', hit: false }] : []),
    ...cut,
    ...(to < line.length ? [{ text: ' …', hit: false }] : []),
  ]
}

/** The same with at most `mostBefore` characters before its first hit, so that a line of unknown length shows the hit. */
export function nearHit(parts: Marked, mostBefore: number): Marked {
  const first = parts.findIndex(part => part.hit)
  const before = parts
    .slice(0, first)
    .map(part => part.text)
    .join('')
  if (first === -1 || before.length <= mostBefore) return parts
  const kept = before.slice(-mostBefore)
  const words = before.at(-mostBefore - 1) === ' ' ? kept : kept.slice(kept.indexOf(' ') + 1)
  return [{ text: `… ${words}`, hit: false }, ...parts.slice(first)]
}
