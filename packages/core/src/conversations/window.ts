import { t } from '../text/translate.ts'
import type { Reach } from './api.ts'
import type { UnreachableReason } from './constants.ts'

/**
 * WhatsApp's customer service window: for this many milliseconds after a customer's newest message or call anything may be sent;
 * later only templates. Source: Cloud API, "Customer service windows".
 */
export const windowMs = 24 * 60 * 60_000

/** A window that closes within this many milliseconds closes soon. */
export const soonMs = 4 * 60 * 60_000

/** A window that closes within this many milliseconds comes first in the queue. */
export const verySoonMs = 60 * 60_000

/**
 * The time from which the window is closed: 24 hours after the customer wrote, or the moment of a later attempt that WhatsApp
 * rejected as outside of it; WhatsApp decides. Null: there never was a window.
 */
export function windowClosesAt(wroteAt: Date | null, refusedAt: Date | null): Date | null {
  if (wroteAt === null) return null
  const closes = new Date(wroteAt.getTime() + windowMs)
  return refusedAt !== null && refusedAt > wroteAt && refusedAt < closes ? refusedAt : closes
}

/** The messages that an agent can send now. */
export type ComposerMode =
  /** Anything, until `closesAt`; null if there is no window, or the provider does not give it. */
  | { readonly is: 'open'; readonly closesAt: Date | null }
  /** Only templates. `why`: the customer never wrote, 24 hours passed, or WhatsApp rejected a message. */
  | {
      readonly is: 'template-only'
      readonly why: 'never-written' | 'over' | 'refused'
      readonly wroteAt: Date | null
    }
  | { readonly is: 'unreachable'; readonly why: UnreachableReason }

/**
 * The mode at a moment. The window is closed from its last moment on: at 24:00:00 exactly nothing can be sent, since WhatsApp
 * cuts its times to whole seconds. A null `reach` means that the provider does not give it; the provider's own response decides.
 */
export function composerMode(reach: Reach | null, now: Date): ComposerMode {
  if (reach === null) return { is: 'open', closesAt: null }
  if (reach.unreachable !== null) return { is: 'unreachable', why: reach.unreachable }
  if (!reach.has_window) return { is: 'open', closesAt: null }
  const wroteAt = reach.wrote_at === null ? null : new Date(reach.wrote_at)
  const closesAt = reach.closes_at === null ? null : new Date(reach.closes_at)
  if (wroteAt === null || closesAt === null) return { is: 'template-only', why: 'never-written', wroteAt }
  if (now < closesAt) return { is: 'open', closesAt }
  const isOver = closesAt.getTime() - wroteAt.getTime() >= windowMs
  return { is: 'template-only', why: isOver ? 'over' : 'refused', wroteAt }
}

/** Why nothing can be sent in this mode, and the remedy, for a person. */
interface ReachProblem {
  readonly sentence: string
  readonly remedy: string
}

const sendTemplate = t('Send a template, or wait until they write.')

const unreachableWords: Readonly<Record<UnreachableReason, ReachProblem>> = {
  'not-on-whatsapp': {
    sentence: t(
      'WhatsApp could not deliver to this customer: the number may not be on WhatsApp, or the customer’s app is too old.',
    ),
    remedy: t('Reach them another way. When they write, you can answer.'),
  },
  blocked: {
    sentence: t('This customer is blocked on WhatsApp.'),
    remedy: t('Ask an administrator to unblock them, then press Retry on the failed message.'),
  },
  'no-address': {
    sentence: t("This customer's number now belongs to another customer."),
    remedy: t('Check whether both are the same person, then write in the other conversation.'),
  },
  'number-gone': {
    sentence: t(
      'This conversation came to a business number or channel that is not connected to Parley any more.',
    ),
    remedy: t('If they write to another of our numbers, reply there.'),
  },
}

const closedWords = {
  'never-written': t('The customer has not written yet, so WhatsApp accepts only templates.'),
  over: t('The customer last wrote more than 24 hours ago, so WhatsApp accepts only templates.'),
  refused: t(
    'WhatsApp says that 24 hours have passed since the customer wrote, so it accepts only templates.',
  ),
} as const

/** Failure codes of a message that had to be a template: ours, and WhatsApp's (the second is an older one). */
const outsideWindow: ReadonlySet<string> = new Set(['window', '131047', '470'])

/** Whether a template can be sent although this message failed. */
export const wantsTemplate = (failure: { readonly code: string } | null): boolean =>
  failure !== null && outsideWindow.has(failure.code)

/** Null if a message can be sent. */
export function reachProblem(mode: ComposerMode): ReachProblem | null {
  switch (mode.is) {
    case 'open':
      return null
    case 'template-only':
      return { sentence: closedWords[mode.why], remedy: sendTemplate }
    case 'unreachable':
      return unreachableWords[mode.why]
  }
}

const minuteMs = 60_000

/**
 * The time until the window closes: whole hours, plus minutes in the last four hours. The last minute counts as one. `short` for
 * a row of a list, "3 h".
 */
export function timeLeft(closesAt: Date, now: Date): { readonly long: string; readonly short: string } {
  const minutes = Math.max(1, Math.ceil((closesAt.getTime() - now.getTime()) / minuteMs))
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return { long: t('{minutes} min', { minutes }), short: t('{minutes} min', { minutes }) }
  const isSoon = closesAt.getTime() - now.getTime() <= soonMs
  const long = isSoon && rest > 0 ? t('{hours} h {rest} min', { hours, rest }) : t('{hours} h', { hours })
  return { long, short: t('{hours} h', { hours }) }
}

/** Whether a conversation's window is open and closes within four hours. */
export const closesSoon = (mode: ComposerMode, now: Date): boolean =>
  mode.is === 'open' && mode.closesAt !== null && mode.closesAt.getTime() - now.getTime() <= soonMs

/** Milliseconds until the labels of a window change: `timeLeft` changes, it begins to close soon, or it closes. Null: never. */
export function staysTrueMs(mode: ComposerMode, now: Date): number | null {
  if (mode.is !== 'open' || mode.closesAt === null) return null
  const left = mode.closesAt.getTime() - now.getTime()
  const minutes = Math.ceil(left / minuteMs)
  if (left <= soonMs) return left - (minutes - 1) * minuteMs
  const wholeHours = Math.floor(minutes / 60) * 60
  return Math.min(left - soonMs, left - (wholeHours - 1) * minuteMs)
}
