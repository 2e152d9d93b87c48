import { t } from '../text/translate.ts'
import type { WaitMarks } from '../settings/constants.ts'
import type { TicketPriority } from '../tickets/api.ts'
import type { ConversationStatus } from './api.ts'
import type { Queue } from './constants.ts'

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
  /** The end of its snooze. */
  readonly snoozed: { readonly until: string } | null
}

/** The statuses of a conversation that is work for an agent even if its customer does not wait. */
export const openStatuses: readonly ConversationStatus[] = ['ACTIVE', 'TRANSFERRED']

/**
 * Whether a conversation is in a queue: its customer waits for a person or, except for `waiting`, may still wait. A snoozed
 * conversation is only in the queue `snoozed`; the bot's is in none.
 */
export function isInQueue(row: Omit<Queued, 'ticket_priority'>, queue: Queue): boolean {
  if (row.with_bot) return false
  if (row.snoozed !== null || queue === 'snoozed') return row.snoozed !== null && queue === 'snoozed'
  if (queue === 'waiting') return row.waiting_since !== null
  const isOpen = row.waiting_since !== null || openStatuses.includes(row.status)
  return isOpen && (queue === 'open' || row.closes_soon)
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

/**
 * The head start of an open ticket, in minutes added to the wait. An urgent customer passes others, but delays nobody by more
 * than that.
 */
export const headStartMinutes: Readonly<Record<TicketPriority, number>> = {
  LOW: 0,
  MEDIUM: 0,
  HIGH: 30,
  URGENT: 120,
}

type Waiting = Pick<Queued, 'waiting_since' | 'ticket_priority'>

/** The start of a customer's wait with its head start, in ms; null: they do not wait. */
const countsSince = ({ waiting_since: since, ticket_priority: priority }: Waiting): number | null =>
  since === null ? null : Date.parse(since) - 60_000 * (priority === null ? 0 : headStartMinutes[priority])

/**
 * Orders by wait: waiting before not waiting, the longest wait first, with the head start of tickets. 0 if neither waits, or if
 * both count as waiting since the same moment.
 */
export const compareWaits = (a: Waiting, b: Waiting): number => compareFirst(countsSince(a), countsSince(b))

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
