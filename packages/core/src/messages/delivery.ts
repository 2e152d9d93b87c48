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

/** One thing that happened to a message, in a person's words. */
export interface Step {
  readonly label: string
  /** ISO 8601. */
  readonly at: string
}

/**
 * What happened to an attempt, in the order in which it happens; what nobody said is left out.
 * @param channel what agents call it
 */
export function stepsOf(attempt: Attempt, channel: string): readonly Step[] {
  const steps = [
    { label: 'Handed over', at: attempt.created_at },
    { label: `At ${channel}`, at: attempt.accepted_at },
    { label: 'Sent on', at: attempt.sent_at },
    // WhatsApp may say both of a person with two devices; the message is with them then.
    { label: 'Not delivered', at: attempt.state === 'failed' ? attempt.failed_at : null },
    { label: 'Delivered', at: attempt.delivered_at },
    { label: 'Read', at: attempt.read_at },
    { label: 'Played', at: attempt.played_at },
  ]
  return steps.flatMap(({ label, at }) => (at === null ? [] : [{ label, at }]))
}

/** Why an attempt ended without a tick, or null; what to do about it only where nothing has been done since. */
export function endOf({ state, failure }: Attempt, isNewest: boolean): string | null {
  if (state === 'withdrawn') return 'Not sent again, since an earlier try had arrived.'
  if (failure === null) return null
  return isNewest ? `${failure.sentence} ${failure.remedy}`.trim() : failure.sentence
}

/** What a message costs, in plain words; null: the channel has not said. */
export function priceLabel(pricing: Attempt['pricing']): string | null {
  if (pricing === null) return null
  const category = pricing.category?.replaceAll('_', ' ') ?? null
  if (pricing.billable === true) return category === null ? 'Billed.' : `Billed as ${category}.`
  if (pricing.type === 'free_customer_service') return 'Free, since the customer wrote within 24 hours.'
  if (pricing.type === 'free_entry_point')
    return 'Free, since the customer came by an advertisement or a page.'
  if (pricing.billable === false) return category === null ? 'Not billed.' : `Not billed (${category}).`
  return category === null ? null : `Category: ${category}.`
}

/** Why a message failed that its writer took back before it left. */
export const takenBackCode = 'taken-back'

type Standing = Pick<MessageEntity, 'status' | 'failure'>

/** Whether its writer took it back before it left: it is in no thread. */
export const isTakenBack = ({ status, failure }: Standing): boolean =>
  status === 'failed' && failure?.code === takenBackCode

/** The messages that stand: the very list where none was taken back. */
export const standing = <M extends Standing>(messages: readonly M[]): readonly M[] =>
  messages.some(isTakenBack) ? messages.filter(message => !isTakenBack(message)) : messages

/** Milliseconds for which an agent can still take a message of theirs back; 0: it has left, or was never held. */
export const takeBackMs = (
  message: Pick<MessageEntity, 'status' | 'sender_id' | 'leaves_at'>,
  agentId: string,
  now: number,
): number =>
  message.status === 'queued' && message.sender_id === agentId && message.leaves_at !== null
    ? Math.max(0, Date.parse(message.leaves_at) - now)
    : 0

/** How fast something may go: one every so many milliseconds, of which some may be borrowed and are paid back by waiting. */
export interface Pace {
  readonly everyMs: number
  /** How many may go at once where nothing is owed. */
  readonly burst: number
}

/** What WhatsApp takes for one customer of one number: a message every 6 s, 45 of them at once. */
export const pairPace: Pace = { everyMs: 6_000, burst: 45 }
/** What it takes from one number: never more than 80 within a second. */
export const numberPace: Pace = { everyMs: 14, burst: 8 }

/**
 * When the next may go; null: now. `owedUntil` is the moment by which all that went is paid back, null where nothing ever
 * went.
 */
export function freeAt({ everyMs, burst }: Pace, owedUntil: Date | null, now: Date): Date | null {
  const freeFrom = (owedUntil?.getTime() ?? 0) - (burst - 1) * everyMs
  return freeFrom > now.getTime() ? new Date(freeFrom) : null
}

/** How many may go at once. */
export const roomAt = ({ everyMs, burst }: Pace, owedUntil: Date | null, now: Date): number => {
  const owedMs = Math.max(0, (owedUntil?.getTime() ?? 0) - now.getTime())
  return Math.max(0, Math.floor(burst - owedMs / everyMs))
}

/** By when all is paid back once one more has gone. */
export const owedAfter = ({ everyMs }: Pace, owedUntil: Date | null, now: Date): Date =>
  new Date(Math.max(owedUntil?.getTime() ?? 0, now.getTime()) + everyMs)

const longestPairPauseMs = 4 ** 4 * 1_000

/** After WhatsApp refused for too many messages to one customer: 4, 16, 64 and at most 256 s (from the first try on). */
export const pairPauseMs = (tries: number): number =>
  Math.min(4 ** Math.max(tries, 1) * 1_000, longestPairPauseMs)
