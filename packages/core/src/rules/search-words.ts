import { apostrophes, fold, invisible } from './fold.ts'
import { canonicalPhone } from './phone.ts'

/** A word as it is kept and compared, and where it stands in its text (UTF-16 units, `to` excluded). */
export interface PlacedWord {
  readonly word: string
  readonly from: number
  readonly to: number
}

/** A longer run of letters and digits is compared by its beginning. */
const longestWord = 64
/** What stands behind this many words of one text is not found. PostgreSQL counts places up to 16,383. */
const mostWords = 5_000

/** Some apostrophes and signs that draw nothing are letters in Unicode. */
const notFirst = `(?![${apostrophes}${invisible}])`
const run = new RegExp(
  `${notFirst}[\\p{L}\\p{N}](?:(?![${apostrophes}])[\\p{L}\\p{N}\\p{M}${invisible}])*`,
  'gu',
)
const digit = '[0-9\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]'
const numberRun = new RegExp(`[+＋]?${digit}(?:[\\s().\\-/‐-―]{0,2}${digit}){6,17}`, 'g')

/** "ŋoma" is "ng" and "oma", as "ng'oma" is. */
const foldedWords = (found: string): readonly string[] =>
  fold(found)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(word => word !== '')
    .map(word => word.slice(0, longestWord))

/** The words of a text, in its order: runs of letters and digits, folded. A letter that stands for two words is both. */
export function wordsOf(text: string): readonly PlacedWord[] {
  const words: PlacedWord[] = []
  for (const { 0: found, index } of text.matchAll(run)) {
    if (words.length === mostWords) break
    const place = { from: index, to: index + found.length }
    for (const word of foldedWords(found)) words.push({ word, ...place })
  }
  return words
}

/** Telephone numbers of a text by their digits in international form, however they are spelt: see `canonicalPhone`. */
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

/** What a text is found by: its words with their places, and its numbers where their first word stands. */
export interface Findable {
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
