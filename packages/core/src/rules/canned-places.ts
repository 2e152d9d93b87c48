import type { CannedVariable } from '../words/canned-replies.ts'
import type { Language } from '../words/languages.ts'
import { calendarOf } from './day.ts'
import { visibleName } from './fold.ts'

/** What is known for a canned reply's variables; null or blank: nothing. */
export type KnownForCanned = Readonly<Record<CannedVariable, string | null>>

/** A piece of a canned reply: words as they are, a variable with its value, or a place to be filled in by hand. */
export interface CannedPiece {
  readonly kind: 'words' | 'known' | 'open'
  /** The variable's name; of words the empty text. */
  readonly name: string
  /** An open place reads as it is written: "{time}". */
  readonly text: string
}

/** A name in braces. Whatever else stands in braces, or in two, is words. */
const places = /(?<!\{)\{(\p{L}[\p{L}\p{N}_ -]{0,39})\}(?!\})/gu

const keyOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** A canned reply with its variables filled in, piece by piece. Values are not read again, so that none brings a place in. */
export function cannedPieces(body: string, known: KnownForCanned): readonly CannedPiece[] {
  const values = new Map<string, string | null>(Object.entries(known))
  const pieces: CannedPiece[] = []
  let end = 0
  const words = (text: string) => text !== '' && pieces.push({ kind: 'words', name: '', text })
  for (const { 0: text, 1: name = '', index } of body.matchAll(places)) {
    words(body.slice(end, index))
    const value = visibleName(values.get(keyOf(name)) ?? '')
    pieces.push(value === null ? { kind: 'open', name, text } : { kind: 'known', name, text: value })
    end = index + text.length
  }
  words(body.slice(end))
  return pieces
}

/** The whole text of pieces. */
export const cannedText = (pieces: readonly CannedPiece[]): string => pieces.map(({ text }) => text).join('')

/** The places that are still to be filled in, each as it stands there and once. */
export const openPlaces = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(places)].map(([place]) => place)),
]

/** Where a place stands, in UTF-16 units. */
export interface Place {
  readonly start: number
  readonly end: number
}

/**
 * The next place to be filled in behind what is selected; with a bare caret at the end of the text the first one. Null: none,
 * so that Tab leaves the box as it does elsewhere, also from a place that is left open.
 */
export function nextPlace(text: string, selected: Place): Place | null {
  const all = [...text.matchAll(places)].map(({ 0: place, index }) => ({
    start: index,
    end: index + place.length,
  }))
  const isAtEnd = selected.start === selected.end && selected.end === text.length
  return (isAtEnd ? all[0] : all.find(({ start }) => start >= selected.end)) ?? null
}

/** As a greeting says it, in each language: until noon, until six, and after that. */
const dayParts: Readonly<Record<Language, readonly [string, string, string]>> = {
  en: ['morning', 'afternoon', 'evening'],
  lg: ['ku makya', 'mu ttuntu', 'akawungeezi'],
  sw: ['asubuhi', 'mchana', 'jioni'],
}

/** The part of the day by the clock of an IANA time zone; in English where the words have no language. */
export function partOfDay(at: Date, timeZone: string, language: Language | null): string {
  const hour = calendarOf(timeZone).hour(at)
  const [morning, afternoon, evening] = dayParts[language ?? 'en']
  if (hour >= 4 && hour < 12) return morning
  return hour >= 12 && hour < 18 ? afternoon : evening
}

/** What a customer goes by: the first word of their name; null: they gave none. */
export const firstNameOf = (name: string | null): string | null =>
  name?.trim().split(/\s+/)[0]?.trim() || null

/** Our other numbers look like it: applications, tickets and claims. */
const policyNumber = /^(?!IPP|LIB|TCK|CLM|CL-)[A-Z]{1,4}-?\d{3,}$/

/** The policy's number among what a customer named, the first that looks like one; null: none does. */
export const policyNumberOf = (references: readonly (string | null)[]): string | null =>
  references
    .flatMap(reference => reference?.toUpperCase().split(/[\s,]+/) ?? [])
    .find(one => policyNumber.test(one)) ?? null
