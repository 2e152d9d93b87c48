import { canonicalPhone } from '../customers/rules.ts'
import { apostrophes, fold, invisible, isSameText, readCopied } from '../text/fold.ts'

/**
 * A parsed query of a search box. The console's rules (`matchesSearch`, `matchesApplicationSearch`) and the server's conditions
 * both use it. So they agree about a row that an event changes.
 */
export interface Search {
  /** As typed, without characters that copying adds (`readCopied`); never empty. */
  readonly text: string
  /** Folded. A name must contain all of them, in any order. */
  readonly words: readonly string[]
  readonly phone: {
    /** A number is found if it contains one of these, as written. */
    readonly contains: readonly string[]
    /** Or begins with one of these: the international form of a local spelling. */
    readonly begins: readonly string[]
  }
  /** The number of a ticket or application, as screens write it: "TCK-00007", "IPP-2207"; null: none. */
  readonly reference: string | null
}

const countryCode = '256'
const numberLike = /^\+?[\d\s().\-/]*\d[\d\s().\-/]*$/

/** Null: only spaces were typed. */
export function readSearch(typed: string): Search | null {
  const text = readCopied(typed)
  if (text === '') return null
  const contains = new Set([text, text.replace(/\s+/g, '')])
  const begins: string[] = []
  if (numberLike.test(text)) {
    const compact = text.replace(/[^\d+]/g, '')
    contains.add(compact)
    if (/^0[1-9]/.test(compact)) begins.push(`+${countryCode}${compact.slice(1)}`)
    if (/^00[1-9]/.test(compact)) begins.push(`+${compact.slice(2)}`)
  }
  return {
    text,
    words: fold(text).split(' '),
    phone: { contains: [...contains], begins },
    reference: readReference(text),
  }
}

/** "tck 7" is TCK-00007, "IPP-2207" and "ipp2207" are one application. */
function readReference(text: string): string | null {
  const [, kind, no] = /^(tck|ipp|lib)[\s-]*0*(\d{1,15})$/i.exec(text) ?? []
  if (kind === undefined || no === undefined) return null
  return `${kind.toUpperCase()}-${kind.toLowerCase() === 'tck' ? no.padStart(5, '0') : no}`
}

/** Whether the folded text contains all words. */
export const matchesName = ({ words }: Search, name: string): boolean => {
  const folded = fold(name)
  return words.every(word => folded.includes(word))
}

export const matchesPhone = ({ phone: { contains, begins } }: Search, phone: string): boolean =>
  contains.some(part => phone.includes(part)) || begins.some(start => phone.startsWith(start))

/** A folded word and its place in the text (UTF-16 units, `to` excluded). */
export interface PlacedWord {
  readonly word: string
  readonly from: number
  readonly to: number
}

/** A longer run of letters and digits is compared by its beginning. */
const longestWord = 64
/** Later words of one text are not found: PostgreSQL counts places up to 16,383. */
const mostWords = 5_000

/** Some apostrophes and invisible characters are letters in Unicode. */
const notFirst = `(?![${apostrophes}${invisible}])`
const run = new RegExp(
  `${notFirst}[\\p{L}\\p{N}](?:(?![${apostrophes}])[\\p{L}\\p{N}\\p{M}${invisible}])*`,
  'gu',
)
const digit = '[0-9\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]'
const numberRun = new RegExp(`[+＋]?${digit}(?:[\\s().\\-/‐-―]{0,2}${digit}){6,17}`, 'g')

/** "ŋoma" becomes "ng" and "oma", like "ng'oma". */
const foldedWords = (found: string): readonly string[] =>
  fold(found)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(word => word !== '')
    .map(word => word.slice(0, longestWord))

/** The words of a text, in order: runs of letters and digits, folded. A letter that folds to two words gives both. */
export function wordsOf(text: string): readonly PlacedWord[] {
  const words: PlacedWord[] = []
  for (const { 0: found, index } of text.matchAll(run)) {
    if (words.length === mostWords) break
    const place = { from: index, to: index + found.length }
    for (const word of foldedWords(found)) words.push({ word, ...place })
  }
  return words
}

/** Phone numbers in a text, as digits in international form, in any spelling: see `canonicalPhone`. */
export function numbersOf(text: string): readonly PlacedWord[] {
  const numbers: PlacedWord[] = []
  for (const { 0: found, index } of text.matchAll(numberRun)) {
    const phone = canonicalPhone(found)
    const isMarked = /^(\+|00)/.test(fold(found))
    if (phone === null || !(isMarked || /^\+256\d{9}$/.test(phone))) continue
    numbers.push({ word: phone.slice(1), from: index, to: index + found.length })
  }
  return numbers
}

/** The index of a text: its words with their places, and its numbers at their first word. */
interface Findable {
  /** As PostgreSQL reads a `tsvector`; empty for a text without words. Words have letters and digits only, so nothing is escaped. */
  readonly vector: string
  /** Each once. */
  readonly words: readonly string[]
}

export function findableBy(text: string): Findable {
  const words = wordsOf(text)
  const placeAt = (from: number) => 1 + words.findIndex(word => word.to > from)
  const placed = [
    ...words.map(({ word }, place) => [word, place + 1] as const),
    ...numbersOf(text).map(({ word, from }) => [word, placeAt(from)] as const),
  ]
  return {
    vector: placed.map(([word, place]) => `'${word}':${place}`).join(' '),
    words: [...new Set(placed.map(([word]) => word))],
  }
}

/** A recent search of an agent; its time in ISO 8601. */
export interface RecentSearch {
  readonly text: string
  readonly at: string
}

/** Limits of recent searches: they contain customers' names and numbers. */
export const recentSearchLimits = { count: 8, days: 14 } as const

/** The recent searches at a moment, the newest first. */
export const recentSearches = (kept: readonly RecentSearch[], now: Date): readonly RecentSearch[] =>
  kept
    .filter(({ at }) => now.getTime() - Date.parse(at) < recentSearchLimits.days * 86_400_000)
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, recentSearchLimits.count)

/** Adds a search; the same words in another case replace the old ones. */
export function withSearch(kept: readonly RecentSearch[], typed: string, now: Date): readonly RecentSearch[] {
  const text = typed.trim()
  if (text === '') return kept
  return recentSearches([{ text, at: now.toISOString() }, ...withoutSearch(kept, text)], now)
}

/** Removes a search. */
export const withoutSearch = (kept: readonly RecentSearch[], text: string): readonly RecentSearch[] =>
  kept.filter(one => !isSameText(one.text, text))
