import type { MessageStatus } from '../api/messages.ts'
import type { AttemptState } from '../words/attempts.ts'

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
 * An attempt only rises: sending < unknown < sent < delivered < read < played. Failed replaces the first three and never the
 * last three, and a delivery that arrives after a failure wins (a person with two devices yields both). Statuses come in any
 * order and more than once, so the result depends only on the set of those seen.
 */
export const risenState = (current: AttemptState, said: AttemptState): AttemptState =>
  rank[said] > rank[current] ? said : current

const reached: ReadonlySet<AttemptState> = new Set(['delivered', 'read', 'played'])

/** Whether the customer's own device surely has the message. */
export const isAtCustomer = (state: AttemptState): boolean => reached.has(state)

/** Whether WhatsApp surely has the message, or had it. */
export const hasLeft = (state: AttemptState): boolean => state === 'sent' || isAtCustomer(state)

/** When something happened that is said in any order and more than once: the earliest time that was said. */
export const earlierOf = (kept: Date | null, said: Date | undefined): Date | null =>
  said === undefined || (kept !== null && kept <= said) ? kept : said

/** What WhatsApp says of the price of a message. Its words grow, so they are kept as they came. */
export interface Pricing {
  readonly billable: boolean | null
  /** CBP: by conversation; PMP: by message. */
  readonly model: string | null
  /** regular, free_customer_service, free_entry_point. */
  readonly type: string | null
  /** service, utility, marketing, authentication, … */
  readonly category: string | null
}

/** Of two that differ the billable one counts, in whatever order they come; nothing said later takes it away. */
export const pricingOf = (kept: Pricing | null, said: Pricing | null): Pricing | null =>
  kept === null || (said?.billable === true && kept.billable !== true) ? said : kept

/**
 * Which of a message's attempts, newest first, says where the message is. The newest, unless it came to nothing and an
 * older one turned out to have left. While the message waits to be sent again only one that left speaks: the repeat is
 * then withdrawn. Null: none does. It depends on nothing but the attempts, so statuses may come in any order.
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

/** What the message shows for its newest attempt. A withdrawn one never is the newest that counts. */
export const statusOfAttempt = (state: AttemptState): MessageStatus =>
  state === 'withdrawn' ? 'queued' : state

/** Automatic tries end this long after the agent pressed Send or Retry. */
export const sendDeadlineMs = 2 * 60_000
/** Time in which WhatsApp's own limits hold a message does not count, but no message waits longer than this. */
export const longestWaitMs = 10 * 60_000
/** One call to WhatsApp. */
export const callTimeoutMs = 10_000
/** A try whose process died is undecided after this. */
export const leaseMs = 30_000

const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const

/** How long to wait after the n-th failed try (from 1). */
export const retryDelayMs = (tries: number): number =>
  retryDelaysMs[Math.min(Math.max(tries, 1), retryDelaysMs.length) - 1] ?? 30_000

const accountPauseMs = [15_000, 30_000, 60_000] as const
/** Tried again sooner, these only grow worse. */
const slowCodes: ReadonlySet<number> = new Set([368, 131031, 131048, 131064])

/** How long nothing goes after the n-th refusal in a row (from 1) for which somebody has to see to the account. */
export const accountPauseAfter = (code: number, refusals: number): number =>
  slowCodes.has(code)
    ? 10 * 60_000
    : (accountPauseMs[Math.min(Math.max(refusals, 1), accountPauseMs.length) - 1] ?? 60_000)

/** When to try again after a passing failure, or null when the deadline would be over. */
export function nextTry(now: Date, tries: number, deadline: Date): Date | null {
  const at = new Date(now.getTime() + retryDelayMs(tries))
  return at < deadline ? at : null
}
