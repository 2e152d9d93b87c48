import { t } from '../text/translate.ts'
import type { FieldProblems } from '../messages/ask-rules.ts'
import { calendarOf } from '../text/days.ts'
import { fold, hasTypedWords, visibleName } from '../text/fold.ts'
import type { Language } from '../text/languages.ts'
import { lengthOf, tooLong } from '../text/length.ts'
import type { CannedContent, CannedReplyEntity } from './api.ts'
import { cannedLimits, type CannedScope, type CannedVariable, shortcutForm } from './constants.ts'

export const emptyCanned: CannedContent = {
  shortcut: '',
  title: '',
  body: '',
  language: null,
  document_ids: [],
}

/** The stored form: trimmed, the shortcut in lower case without the slash. */
export const tidyCanned = ({ shortcut, title, body, language, ...files }: CannedContent): CannedContent => ({
  shortcut: shortcut.trim().replace(/^\/+/, '').toLowerCase(),
  title: title.trim(),
  body: body.trim(),
  language,
  ...files,
})

const written = (text: string, most: number): string | undefined => {
  if (text === '') return t('must not be empty')
  return lengthOf(text) > most ? tooLong(most) : undefined
}

/** Problems that prevent saving, by field. */
export function cannedProblems(content: CannedContent): FieldProblems {
  const { shortcut, title, body } = tidyCanned(content)
  const found: readonly (readonly [string, string | undefined])[] = [
    [
      'shortcut',
      written(shortcut, cannedLimits.shortcut) ??
        (shortcutForm.test(shortcut)
          ? undefined
          : t('must be small letters, figures and hyphens between them, as in pay-mtn')),
    ],
    ['title', written(title, cannedLimits.title)],
    ['body', written(body, cannedLimits.body)],
  ]
  return Object.fromEntries(found.filter((one): one is readonly [string, string] => one[1] !== undefined))
}

/** The fields that an edit changes; absent files stay. */
export const changedCanned = (held: CannedContent, saved: CannedContent): (keyof CannedContent)[] => [
  ...(['shortcut', 'title', 'body', 'language'] as const).filter(field => held[field] !== saved[field]),
  ...(saved.document_ids === undefined || saved.document_ids.join() === (held.document_ids ?? []).join()
    ? []
    : (['document_ids'] as const)),
]

/** Values of variables; null or blank: unknown. */
export type KnownForCanned = Readonly<Record<CannedVariable, string | null>>

/** A piece of a canned reply: text, a variable with its value, or an open place for the agent. */
export interface CannedPiece {
  readonly kind: 'words' | 'known' | 'open'
  /** The variable's name; empty for text. */
  readonly name: string
  /** An open place keeps its written form: "{time}". */
  readonly text: string
}

/** A name in braces. Other text in braces, or double braces, is plain text. */
const places = /(?<!\{)\{(\p{L}[\p{L}\p{N}_ -]{0,39})\}(?!\})/gu

const keyOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** Fills in variables. Values are not parsed again, so that braces in a value stay text. */
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

export const cannedText = (pieces: readonly CannedPiece[]): string => pieces.map(({ text }) => text).join('')

/** The open places, each once. */
export const openPlaces = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(places)].map(([place]) => place)),
]

/** The position of a place, in UTF-16 units. */
export interface Place {
  readonly start: number
  readonly end: number
}

/**
 * The next place to fill in after the selection; with a bare caret at the end of the text, the first one. Null: none, so that Tab
 * leaves the box as usual, also from a place that is left open.
 */
export function nextPlace(text: string, selected: Place): Place | null {
  const all = [...text.matchAll(places)].map(({ 0: place, index }) => ({
    start: index,
    end: index + place.length,
  }))
  const isAtEnd = selected.start === selected.end && selected.end === text.length
  return (isAtEnd ? all[0] : all.find(({ start }) => start >= selected.end)) ?? null
}

/** The parts of the day in greetings, by language: until noon, until six, and after that. */
const dayParts: Readonly<Record<Language, readonly [string, string, string]>> = {
  en: ['morning', 'afternoon', 'evening'],
  lg: ['ku makya', 'mu ttuntu', 'akawungeezi'],
  sw: ['asubuhi', 'mchana', 'jioni'],
}

/** The part of the day by the clock of an IANA time zone; in English if the text has no language. */
export function partOfDay(at: Date, timeZone: string, language: Language | null): string {
  const hour = calendarOf(timeZone).hour(at)
  const [morning, afternoon, evening] = dayParts[language ?? 'en']
  if (hour >= 4 && hour < 12) return morning
  return hour >= 12 && hour < 18 ? afternoon : evening
}

/** The first word of a customer's name; null: no name. */
export const firstNameOf = (name: string | null): string | null =>
  name?.trim().split(/\s+/)[0]?.trim() || null

/** Excludes our other numbers, which look similar: applications, tickets and claims. */
const policyNumber = /^(?!IPP|LIB|TCK|CLM|CL-)[A-Z]{1,4}-?\d{3,}$/

/** The first of the customer's references that looks like a policy number; null: none does. */
export const policyNumberOf = (references: readonly (string | null)[]): string | null =>
  references
    .flatMap(reference => reference?.toUpperCase().split(/[\s,]+/) ?? [])
    .find(one => policyNumber.test(one)) ?? null

type Found = Pick<
  CannedReplyEntity,
  'id' | 'shortcut' | 'title' | 'body' | 'scope' | 'uses' | 'uses_by_intent'
>

interface CannedSearch {
  /** As typed after the slash. */
  readonly typed: string
  /** Null: both. */
  readonly scope: CannedScope | null
  /** The customer's current intent; null: unknown. */
  readonly intent: string | null
}

const alphabet = new Intl.Collator('en', { numeric: true })

/**
 * The matching canned replies, the likeliest first: a shortcut that begins with the typed text before other matches, then by uses
 * for this intent, by all uses, and by shortcut; an own one before a shared one.
 */
export function foundCanned<Reply extends Found>(
  replies: readonly Reply[],
  { typed, scope, intent }: CannedSearch,
): readonly Reply[] {
  const text = fold(typed)
  /** 0: the shortcut begins with the typed text; 1: all typed words occur; null: no match. */
  const rank = (reply: Reply): 0 | 1 | null => {
    if (scope !== null && reply.scope !== scope) return null
    if (fold(reply.shortcut).startsWith(text)) return 0
    return hasTypedWords(`${reply.shortcut} ${reply.title} ${reply.body}`, typed) ? 1 : null
  }
  const usedFor = ({ uses_by_intent }: Reply) => (intent === null ? 0 : (uses_by_intent[intent] ?? 0))
  return replies
    .flatMap(reply => {
      const place = rank(reply)
      return place === null ? [] : [{ reply, place }]
    })
    .toSorted(
      (a, b) =>
        a.place - b.place ||
        usedFor(b.reply) - usedFor(a.reply) ||
        b.reply.uses - a.reply.uses ||
        alphabet.compare(a.reply.shortcut, b.reply.shortcut) ||
        a.reply.scope.localeCompare(b.reply.scope) ||
        Number(a.reply.id) - Number(b.reply.id),
    )
    .map(({ reply }) => reply)
}

/** The text after a slash at the start of the box; null: the box is not a search. A new line ends it. */
export const slashSearch = (text: string): string | null => /^\/([^\n/]{0,40})$/u.exec(text)?.[1] ?? null
