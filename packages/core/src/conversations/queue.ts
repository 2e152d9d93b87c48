import { t } from '../text/translate.ts'
import type { WaitMarks } from '../settings/constants.ts'
import type { TicketPriority } from '../tickets/api.ts'
import type { ConversationStatus, Reach } from './api.ts'
import { type Queue, type QueueClass, queueClasses, type UnsentReply } from './constants.ts'

/** The fields of a conversation that decide its place in a queue; times in ISO 8601. */
interface Queued {
  readonly status: ConversationStatus
  readonly with_bot: boolean
  /** The start of the customer's wait for a person. */
  readonly waiting_since: string | null
  /** The priority of its most urgent open ticket. */
  readonly ticket_priority: TicketPriority | null
  /** In a few hours only templates can be sent. */
  readonly closes_soon: boolean
  readonly closes_within_hour: boolean
  /** The customer waits, but only thanks or agrees. */
  readonly acknowledgement: { readonly confidence: number } | null
  readonly last_reply: UnsentReply | null
  readonly reach: Pick<Reach, 'unreachable'> | null
  /** An agent decided that it needs no reply. */
  readonly no_reply: object | null
  /** The end of its snooze. */
  readonly snoozed: { readonly until: string } | null
}

/** The statuses of a conversation that is work for an agent even if its customer does not wait. */
export const openStatuses: readonly ConversationStatus[] = ['ACTIVE', 'TRANSFERRED']

/** Whether an agent's last reply did not reach the customer, or may not have. */
export const hasFailedReply = ({ last_reply: reply }: Pick<Queued, 'last_reply'>): boolean =>
  reply === 'failed' || reply === 'unknown'

/**
 * Whether a conversation is in a queue: its customer waits for a person or, except for `waiting`, may still wait. A snoozed
 * conversation is only in the queue `snoozed`, and one that needs no reply only in `no-reply` and `failed`; the bot's is in none.
 */
export function isInQueue(
  row: Pick<
    Queued,
    'status' | 'with_bot' | 'waiting_since' | 'closes_soon' | 'last_reply' | 'no_reply' | 'snoozed'
  >,
  queue: Queue,
): boolean {
  if (row.with_bot) return false
  if (row.snoozed !== null || queue === 'snoozed') return row.snoozed !== null && queue === 'snoozed'
  if (queue === 'waiting') return row.waiting_since !== null
  if (queue === 'no-reply') return row.no_reply !== null
  const isOpen = row.waiting_since !== null || openStatuses.includes(row.status)
  if (queue === 'failed') return isOpen && hasFailedReply(row)
  return isOpen && row.no_reply === null && (queue === 'open' || row.closes_soon)
}

/** Why a conversation cannot be snoozed, as the rest of a sentence; null if it can. */
export function snoozeProblem({ status, with_bot }: Pick<Queued, 'status' | 'with_bot'>): string | null {
  if (with_bot) return t('the bot answers it. Take it over first')
  const isOver = status === 'RESOLVED' || status === 'ARCHIVED'
  return isOver
    ? t('it is {status}, and returns automatically when the customer writes', {
        status: status.toLowerCase(),
      })
    : null
}

type Waiting = Pick<
  Queued,
  'waiting_since' | 'ticket_priority' | 'closes_within_hour' | 'acknowledgement' | 'last_reply' | 'reach'
>

/** Reasons that the server's index knows. The fourth, no address, is seen from the customer alone. */
const undeliverable: ReadonlySet<string> = new Set(['not-on-whatsapp', 'blocked', 'number-gone'])

/** The class of a conversation whose customer waits. */
export function queueClass(row: Omit<Waiting, 'waiting_since'>): QueueClass {
  const { reach, ticket_priority: priority } = row
  const isUnreachable = reach !== null && reach.unreachable !== null && undeliverable.has(reach.unreachable)
  if (isUnreachable || hasFailedReply(row)) return 'undeliverable'
  if (row.acknowledgement !== null) return 'acknowledgement'
  if (row.closes_within_hour) return 'closing'
  return priority === 'URGENT' ? 'urgent' : priority === 'HIGH' ? 'high' : 'normal'
}

/** Whether the customer waits for an answer that can be given. */
export const waitsForAnswer = (row: Waiting): boolean =>
  row.waiting_since !== null && queueClass(row) !== 'undeliverable'

/** Orders by wait: waiting before not waiting, then by class, then the longest wait first. 0 if both are equal, or neither waits. */
export function compareWaits(a: Waiting, b: Waiting): number {
  const byWait = compareFirst(a.waiting_since, b.waiting_since)
  if (a.waiting_since === null || b.waiting_since === null) return byWait
  return queueClasses.indexOf(queueClass(a)) - queueClasses.indexOf(queueClass(b)) || byWait
}

/** Orders by return from snooze, the earliest first; 0 for equal times. */
export const compareSnoozes = (a: Pick<Queued, 'snoozed'>, b: Pick<Queued, 'snoozed'>): number =>
  compareFirst(a.snoozed?.until ?? null, b.snoozed?.until ?? null)

/** Orders by the end of the window, the earliest first: the customer who wrote earlier. */
export const compareWindows = (
  a: { readonly reach: { readonly wrote_at: string | null } | null },
  b: { readonly reach: { readonly wrote_at: string | null } | null },
): number => compareFirst(a.reach?.wrote_at ?? null, b.reach?.wrote_at ?? null)

/** The newest mention of an agent in a conversation that they have not seen since; null: none. */
export const mentionedAt = ({ mentioned }: Mentioning, agentId: string): string | null =>
  mentioned.find(({ agent_id }) => agent_id === agentId)?.at ?? null

/** Orders by the newest mention of an agent, the latest first. */
export function compareMentions(a: Mentioning, b: Mentioning, agentId: string): number {
  const [left, right] = [mentionedAt(a, agentId), mentionedAt(b, agentId)]
  if (left === right) return 0
  return right === null || (left !== null && left > right) ? -1 : 1
}

type Mentioning = { readonly mentioned: readonly { readonly agent_id: string; readonly at: string }[] }

/** The earlier first, null last. */
function compareFirst<Time extends string | number>(a: Time | null, b: Time | null): number {
  if (a === b) return 0
  return b === null || (a !== null && a < b) ? -1 : 1
}

/** The weight of a customer's wait so far: calm, long, or too long. */
export function waitWeight(since: string, now: Date, marks: WaitMarks): 'calm' | 'long' | 'too-long' {
  const minutes = minutesSince(since, now)
  return minutes >= marks.too_long ? 'too-long' : minutes >= marks.long ? 'long' : 'calm'
}

const minutesSince = (since: string, now: Date): number =>
  Math.floor((now.getTime() - Date.parse(since)) / 60_000)

/** "52 m", "3 h", "2 d": whole minutes under an hour, whole hours under two days; "now" under a minute and for the future. */
export function waitLabel(since: string, now: Date): string {
  const minutes = minutesSince(since, now)
  if (minutes < 1) return t('now')
  if (minutes < 60) return t('{minutes} m', { minutes })
  return minutes < 48 * 60
    ? t('{hours} h', { hours: Math.floor(minutes / 60) })
    : t('{days} d', { days: Math.floor(minutes / (24 * 60)) })
}

/** "Next: Nakato, waiting 52 m"; "just wrote" under a minute. */
export function firstSentence(name: string, since: string, now: Date): string {
  const wait = waitLabel(since, now)
  return minutesSince(since, now) < 1
    ? t('Next: {name}, just wrote', { name })
    : t('Next: {name}, waiting {wait}', { name, wait })
}
