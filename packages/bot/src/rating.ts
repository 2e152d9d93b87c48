import type { IntentName } from '@parley/core/intent/api'
import { type Command as FormCommand, commandOf as formCommandOf } from './form/commands.ts'
import { phrases, plain } from './form/spelling.ts'
import { commandOf } from './in-form.ts'
import type { Language, Words } from './language.ts'
import { surelyElse, type Understand } from './world.ts'

/** The ratings, the best first. */
export const ratingSteps = [5, 4, 3, 2, 1] as const
export type Rating = (typeof ratingSteps)[number]

const question: Words = {
  en: 'How did we serve you? Choose from 5, very good, to 1, very bad.',
  lg: 'Twakuweerezza tutya? Londa okuva ku 5, bulungi nnyo, okutuuka ku 1, bubi nnyo.',
  sw: 'Tulikuhudumia vipi? Chagua kutoka 5, vizuri sana, hadi 1, vibaya sana.',
}

const steps: Readonly<Record<Rating, Words>> = {
  5: { en: 'Very good', lg: 'Bulungi nnyo', sw: 'Vizuri sana' },
  4: { en: 'Good', lg: 'Bulungi', sw: 'Vizuri' },
  3: { en: 'Neither good nor bad', lg: 'Bya kigero', sw: 'Wastani' },
  2: { en: 'Bad', lg: 'Bubi', sw: 'Vibaya' },
  1: { en: 'Very bad', lg: 'Bubi nnyo', sw: 'Vibaya sana' },
}

const thanks: Words = {
  en: 'Thank you.',
  lg: 'Weebale.',
  sw: 'Asante.',
}

const why: Words = {
  en: 'Would you like to say why? You need not.',
  lg: 'Wandyagadde okutubuulira ensonga? Si kya buwaze.',
  sw: 'Ungependa kusema kwa nini? Si lazima.',
}

/** The question, as one sentence. */
export const ratingQuestion = (language: Language): string => question[language]

/** "5 Very good": the title of a choice, or of a line where the channel has no choices. At most 24 characters. */
export const ratingTitle = (rating: Rating, language: Language): string =>
  `${rating} ${steps[rating][language]}`

/** The reply to a rating; it asks for the reason unless the customer gave one. */
export const ratingThanks = (language: Language, asksWhy: boolean): string =>
  asksWhy ? `${thanks[language]} ${why[language]}` : thanks[language]

const byTitle: ReadonlyMap<string, Rating> = new Map(
  ratingSteps.flatMap(rating =>
    (['en', 'lg', 'sw'] as const).map(
      language => [ratingTitle(rating, language).toLowerCase(), rating] as const,
    ),
  ),
)

/** The rating of a title in any language; null: it is none. */
export const ratingOfTitle = (words: string): Rating | null =>
  byTitle.get(words.trim().toLowerCase().replace(/\s+/g, ' ')) ?? null

const minuteMs = 60_000
/** A digit counts as a rating for this long after the question. */
const writtenMs = 24 * 60 * minuteMs
/** A second rating replaces the first for this long. */
const changedMs = 60 * minuteMs
/** The next text counts as the reason for this long after the question. */
const reasonMs = 15 * minuteMs
/** The confidence from which a request for a person counts. */
const surelyPerson = 0.7

/** A customer's message, as a possible answer to the rating question. Times are those of writing. */
interface RatingInput {
  /** The title of the pressed choice; null: none. */
  readonly pressed: string | null
  /** The written text; null: not a plain text. */
  readonly text: string | null
  readonly at: Date
}

export interface AskedRating {
  readonly at: Date
  /** The conversation is resolved, and only answers have come since. */
  readonly isLast: boolean
  /** The given rating; null: none yet. */
  readonly given: {
    readonly rating: Rating
    readonly at: Date
    readonly hasReason: boolean
    /** When the customer was asked why; null: never. */
    readonly askedWhyAt: Date | null
  } | null
}

/**
 * The meaning of an answer: a first rating, perhaps with its reason; a rating that replaces the first; the reason; or a rating that
 * comes too late.
 */
export type RatingAnswer =
  | { readonly kind: 'rated' | 'changed'; readonly rating: Rating; readonly hasReason: boolean }
  | { readonly kind: 'reason' }
  | { readonly kind: 'again' }

/**
 * Reads a message as an answer to the rating question; null: it is another message, which reopens the conversation. A pressed
 * choice
 * is always an answer. A text is an answer only while the customer has written nothing else. It is none if it seems to ask for
 * something.
 */
export function ratingAnswer(
  { pressed, text, at }: RatingInput,
  asked: AskedRating,
  understand: Understand,
): RatingAnswer | null {
  if (pressed !== null) {
    const rating = ratingOfTitle(pressed)
    return rating === null ? null : rated(rating, false, asked, at)
  }
  // WhatsApp's times are whole seconds.
  const since = at.getTime() - Math.floor(asked.at.getTime() / 1000) * 1000
  if (text === null || !asked.isLast || since < 0) return null
  const { given } = asked
  const written = since < writtenMs ? ratingIn(text) : null
  if (written !== null) {
    if (written.reason !== '' && isSomethingElse(written.reason, understand)) return null
    const isBare = written.reason === ''
    if (given === null || isBare) return rated(written.rating, !isBare, asked, at)
  }
  if (given === null || given.hasReason || given.askedWhyAt === null) return null
  if (at.getTime() - given.askedWhyAt.getTime() >= reasonMs) return null
  if (declines.has(plain(text))) return { kind: 'again' }
  return isSomethingElse(text, understand) ? null : { kind: 'reason' }
}

function rated(rating: Rating, hasReason: boolean, { given }: AskedRating, at: Date): RatingAnswer {
  if (given === null) return { kind: 'rated', rating, hasReason }
  const isChange = given.rating !== rating && at.getTime() - given.at.getTime() < changedMs
  return isChange ? { kind: 'changed', rating, hasReason: false } : { kind: 'again' }
}

const figure =
  /^([1-5])(?:\ufe0f?\u20e3)?(?:\s*(?:\/|of|out of|kwa)\s*5|\s*(?:stars?|points?|\u2b50))?(?![\p{L}\p{N}%]|\s*[.,:/-]\s*\d)(?:[\s.,:;!)*-]+(.*))?$/su

/** The rating at the start of a text, and the rest of the text; null: there is none. */
export function ratingIn(text: string): { readonly rating: Rating; readonly reason: string } | null {
  const offered = ratingOfTitle(text)
  if (offered !== null) return { rating: offered, reason: '' }
  const found = figure.exec(text.trim())
  if (found === null) return null
  return { rating: Number(found[1]) as Rating, reason: (found[2] ?? '').trim() }
}

/** Texts that decline to give a reason. */
const declines: ReadonlySet<string> = new Set(
  phrases(
    'no, nope, no thanks, no thank you, nothing, skip, pass, later, not now, nedda, neda, hapana, la, baadaye',
  ).map(plain),
)

/** Commands of a form that also mean a request outside of a form. */
const wanting: ReadonlySet<FormCommand> = new Set(['agent', 'help', 'resume'])

/** Intents of feedback, which call for no action. */
const saysHow: ReadonlySet<IntentName> = new Set(['thanks', 'complaint'])

/** A question, a command, a form, a request for a person, or any other sure intent. */
function isSomethingElse(text: string, understand: Understand): boolean {
  const command = formCommandOf(text)
  if (text.includes('?') || commandOf(text) !== null || (command !== undefined && wanting.has(command)))
    return true
  const { intent, confidence } = understand(text)
  if (intent === null || saysHow.has(intent)) return false
  return confidence >= (intent === 'speak_to_agent' ? surelyPerson : surelyElse)
}
