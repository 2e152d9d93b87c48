import { t } from '../text/translate.ts'
import type { Attempt, MessageEntity, MessageStatus } from './api.ts'
import type { AttemptState } from './constants.ts'

const rank: Readonly<Record<AttemptState, number>> = {
  sending: 0,
  unknown: 1,
  sent: 2,
  failed: 3,
  delivered: 4,
  read: 5,
  played: 6,
  withdrawn: 7,
}

/**
 * An attempt only rises: sending < unknown < sent < delivered < read < played. Failed replaces the first three and never the last
 * three. A delivery that arrives after a failure wins (a person with two devices yields both). Statuses arrive in any order and
 * repeatedly, so the result depends only on the set of statuses seen.
 */
export const risenState = (current: AttemptState, said: AttemptState): AttemptState =>
  rank[said] > rank[current] ? said : current

const reached: ReadonlySet<AttemptState> = new Set(['delivered', 'read', 'played'])

/** Whether the customer's own device surely has the message. */
export const isAtCustomer = (state: AttemptState): boolean => reached.has(state)

/** Whether WhatsApp surely has the message, or had it. */
export const hasLeft = (state: AttemptState): boolean => state === 'sent' || isAtCustomer(state)

/** The time of a step that is reported in any order and repeatedly: the earliest report counts. */
export const earlierOf = (kept: Date | null, said: Date | undefined): Date | null =>
  said === undefined || (kept !== null && kept <= said) ? kept : said

/** WhatsApp's data on the price of a message. Its values grow in number, so they are stored unchanged. */
export interface Pricing {
  readonly billable: boolean | null
  /** CBP: per conversation; PMP: per message. */
  readonly model: string | null
  /** regular, free_customer_service, free_entry_point. */
  readonly type: string | null
  /** service, utility, marketing, authentication, … */
  readonly category: string | null
}

/** If two reports differ, the billable one counts, in any order; no later report changes that. */
export const pricingOf = (kept: Pricing | null, said: Pricing | null): Pricing | null =>
  kept === null || (said?.billable === true && kept.billable !== true) ? said : kept

/**
 * The attempt, of these (newest first), that decides the message's state: the newest. If that one failed or is unknown, an older
 * attempt that WhatsApp has comes first. While the message is queued for a resend, only an attempt that WhatsApp has decides: the
 * resend is then withdrawn. Null: none does. The result depends only on the attempts, so statuses may arrive in any order.
 */
export function speakingAttempt<A extends { readonly state: AttemptState }>(
  attempts: readonly A[],
  waitsAgain: boolean,
): A | null {
  const newest = attempts.find(attempt => attempt.state !== 'withdrawn') ?? null
  const left = attempts
    .filter(attempt => hasLeft(attempt.state))
    .reduce<A | null>((best, one) => (best === null || rank[one.state] > rank[best.state] ? one : best), null)
  if (waitsAgain) return left
  const cameToNothing = newest?.state === 'failed' || newest?.state === 'unknown'
  return cameToNothing ? (left ?? newest) : newest
}

/** The message's status for its newest attempt. A withdrawn attempt never is the newest that counts. */
export const statusOfAttempt = (state: AttemptState): MessageStatus =>
  state === 'withdrawn' ? 'queued' : state

/** Automatic attempts end this long after the agent pressed Send or Retry. */
export const sendDeadlineMs = 2 * 60_000
/** Delays from WhatsApp's rate limits do not count, but no message waits longer than this. */
export const longestWaitMs = 10 * 60_000
/** The timeout of one call to WhatsApp. */
export const callTimeoutMs = 10_000
/** The lease of an attempt: if its process dies, its state is unknown after this. */
export const leaseMs = 30_000

const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const

/** The delay after the n-th failed attempt (from 1). */
export const retryDelayMs = (tries: number): number =>
  retryDelaysMs[Math.min(Math.max(tries, 1), retryDelaysMs.length) - 1] ?? 30_000

const accountPauseMs = [15_000, 30_000, 60_000] as const
/** Errors that get worse if they are retried sooner. */
const slowCodes: ReadonlySet<number> = new Set([368, 131031, 131048, 131064])

/** The pause after the n-th rejection in a row (from 1) whose cause a person must fix in the account. */
export const accountPauseAfter = (code: number, refusals: number): number =>
  slowCodes.has(code)
    ? 10 * 60_000
    : (accountPauseMs[Math.min(Math.max(refusals, 1), accountPauseMs.length) - 1] ?? 60_000)

/** The time of the next attempt after a temporary failure; null if it would be past the deadline. */
export function nextTry(now: Date, tries: number, deadline: Date): Date | null {
  const at = new Date(now.getTime() + retryDelayMs(tries))
  return at < deadline ? at : null
}

/** One step of a message, as a person reads it. */
export interface Step {
  readonly label: string
  /** ISO 8601. */
  readonly at: string
}

/**
 * The steps of an attempt, in order; steps that were not reported are left out.
 * @param channel the display name of the channel
 */
export function stepsOf(attempt: Attempt, channel: string): readonly Step[] {
  const steps = [
    { label: t('Sent from Parley'), at: attempt.created_at },
    { label: t('Received by {channel}', { channel }), at: attempt.accepted_at },
    { label: t('Sent to the customer'), at: attempt.sent_at },
    // WhatsApp may report both for a person with two devices; then the message was delivered.
    { label: t('Not delivered'), at: attempt.state === 'failed' ? attempt.failed_at : null },
    { label: t('Delivered'), at: attempt.delivered_at },
    { label: t('Read'), at: attempt.read_at },
    { label: t('Played'), at: attempt.played_at },
  ]
  return steps.flatMap(({ label, at }) => (at === null ? [] : [{ label, at }]))
}

/** Why an attempt failed, or null; the remedy is added only for the newest one. */
export function endOf({ state, failure }: Attempt, isNewest: boolean): string | null {
  if (state === 'withdrawn') return t('Not sent again, because an earlier attempt arrived.')
  if (failure === null) return null
  return isNewest ? `${failure.sentence} ${failure.remedy}`.trim() : failure.sentence
}

/** The price of a message, in plain words; null: the channel has not reported it. */
export function priceLabel(pricing: Attempt['pricing']): string | null {
  if (pricing === null) return null
  const category = pricing.category?.replaceAll('_', ' ') ?? null
  if (pricing.billable === true)
    return category === null ? t('Billed.') : t('Billed as {category}.', { category })
  if (pricing.type === 'free_customer_service') return t('Free, because the customer wrote within 24 hours.')
  if (pricing.type === 'free_entry_point')
    return t('Free, because the customer came from an advertisement or a page.')
  if (pricing.billable === false)
    return category === null ? t('Not billed.') : t('Not billed ({category}).', { category })
  return category === null ? null : t('Category: {category}.', { category })
}

/** The failure code of a message that its author took back before it was sent. */
export const takenBackCode = 'taken-back'

type Standing = Pick<MessageEntity, 'status' | 'failure'>

/** Whether its author took it back before it was sent: then it is in no thread. */
export const isTakenBack = ({ status, failure }: Standing): boolean =>
  status === 'failed' && failure?.code === takenBackCode

/** The messages that were not taken back: the same array if none was. */
export const standing = <M extends Standing>(messages: readonly M[]): readonly M[] =>
  messages.some(isTakenBack) ? messages.filter(message => !isTakenBack(message)) : messages

/** Milliseconds that an agent still has to take back their message; 0: it was sent, or had no undo time. */
export const takeBackMs = (
  message: Pick<MessageEntity, 'status' | 'sender_id' | 'leaves_at'>,
  agentId: string,
  now: number,
): number =>
  message.status === 'queued' && message.sender_id === agentId && message.leaves_at !== null
    ? Math.max(0, Date.parse(message.leaves_at) - now)
    : 0

/** A rate limit: one message per `everyMs`. A burst may run ahead, and is paid back by waiting. */
export interface Pace {
  readonly everyMs: number
  /** The most messages at once when nothing is owed. */
  readonly burst: number
}

/** WhatsApp's limit from one number to one customer: a message every 6 s, 45 of them at once. */
export const pairPace: Pace = { everyMs: 6_000, burst: 45 }
/** WhatsApp's limit for one number: never more than 80 within a second. */
export const numberPace: Pace = { everyMs: 14, burst: 8 }

/**
 * When the next message may be sent; null: now. `owedUntil` is the moment by which all sent messages are paid back, null if none
 * was ever sent.
 */
export function freeAt({ everyMs, burst }: Pace, owedUntil: Date | null, now: Date): Date | null {
  const freeFrom = (owedUntil?.getTime() ?? 0) - (burst - 1) * everyMs
  return freeFrom > now.getTime() ? new Date(freeFrom) : null
}

/** The number of messages that may be sent at once. */
export const roomAt = ({ everyMs, burst }: Pace, owedUntil: Date | null, now: Date): number => {
  const owedMs = Math.max(0, (owedUntil?.getTime() ?? 0) - now.getTime())
  return Math.max(0, Math.floor(burst - owedMs / everyMs))
}

/** The moment by which all is paid back after one more message. */
export const owedAfter = ({ everyMs }: Pace, owedUntil: Date | null, now: Date): Date =>
  new Date(Math.max(owedUntil?.getTime() ?? 0, now.getTime()) + everyMs)

const longestPairPauseMs = 4 ** 4 * 1_000

/**
 * The pause after WhatsApp rejected too many messages to one customer: 4, 16, 64 and at most 256 s (from the first attempt on).
 */
export const pairPauseMs = (tries: number): number =>
  Math.min(4 ** Math.max(tries, 1) * 1_000, longestPairPauseMs)
