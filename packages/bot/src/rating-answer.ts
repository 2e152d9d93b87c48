import type { IntentName } from '@parley/core/intent/api'
import { commandOf } from './command.ts'
import { type Command as FormCommand, commandOf as formCommandOf } from './form/commands.ts'
import { phrases, plain } from './form/spelling.ts'
import { surelyElse, type Understand } from './meaning.ts'
import { type Rating, ratingOfTitle } from './rating.ts'

const minuteMs = 60_000
/** So long after the question a figure is taken for a rating. */
const writtenMs = 24 * 60 * minuteMs
/** So long after the first rating another one takes its place. */
const changedMs = 60 * minuteMs
/** So long after it was asked why the next text is the reason. */
const reasonMs = 15 * minuteMs
/** Who asks for a person gets one from here on. */
const surelyPerson = 0.7

/** A customer's message, as far as it can answer the question for a rating. Times are those at which it was written. */
export interface RatingInput {
  /** The words of what was pressed; null: nothing was. */
  readonly pressed: string | null
  /** What was written; null: it is no plain text. */
  readonly text: string | null
  readonly at: Date
}

/** How a question for a rating stands. */
export interface AskedRating {
  readonly at: Date
  /** The conversation is resolved, and nothing but answers came since. */
  readonly isLast: boolean
  /** What was given; null: nothing yet. */
  readonly given: {
    readonly rating: Rating
    readonly at: Date
    readonly hasReason: boolean
    /** When the customer was asked why; null: never. */
    readonly askedWhyAt: Date | null
  } | null
}

/**
 * What a message says to the question: a first rating, perhaps with its reason in the same message; another one instead of
 * the first; the reason for the one that was given; or a rating that changes nothing any more.
 */
export type RatingAnswer =
  | { readonly kind: 'rated' | 'changed'; readonly rating: Rating; readonly hasReason: boolean }
  | { readonly kind: 'reason' }
  | { readonly kind: 'again' }

/**
 * How a message answers the question for a rating; null: it is something else, and wakes the conversation as any message
 * does. What is pressed is always an answer. What is written is one only while nothing else was, and never if it seems to
 * want something.
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

/** The rating that a text begins with, and what stands behind it; null: it begins with none. */
export function ratingIn(text: string): { readonly rating: Rating; readonly reason: string } | null {
  const offered = ratingOfTitle(text)
  if (offered !== null) return { rating: offered, reason: '' }
  const found = figure.exec(text.trim())
  if (found === null) return null
  return { rating: Number(found[1]) as Rating, reason: (found[2] ?? '').trim() }
}

/** Who would rather not say why. */
const declines: ReadonlySet<string> = new Set(
  phrases(
    'no, nope, no thanks, no thank you, nothing, skip, pass, later, not now, nedda, neda, hapana, la, baadaye',
  ).map(plain),
)

/** The words of a form that want something outside of one as well. */
const wanting: ReadonlySet<FormCommand> = new Set(['agent', 'help', 'resume'])

/** What customers say of how they were served, and of nothing that is to be done. */
const saysHow: ReadonlySet<IntentName> = new Set(['thanks', 'complaint'])

/** A question, a command, a form, a person who is wanted, or surely any other wish. */
function isSomethingElse(text: string, understand: Understand): boolean {
  const command = formCommandOf(text)
  if (text.includes('?') || commandOf(text) !== null || (command !== undefined && wanting.has(command)))
    return true
  const { intent, confidence } = understand(text)
  if (intent === null || saysHow.has(intent)) return false
  return confidence >= (intent === 'speak_to_agent' ? surelyPerson : surelyElse)
}
