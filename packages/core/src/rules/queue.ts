import type { ConversationStatus } from '../api/conversations.ts'
import type { Queue } from '../words/conversations.ts'

/** What a queue goes by of a conversation; times in ISO 8601. */
export interface Queued {
  readonly status: ConversationStatus
  readonly with_bot: boolean
  /** Since when the customer waits for a person. */
  readonly waiting_since: string | null
  /** In a few hours only templates go. */
  readonly closes_soon: boolean
  /** Until when it was put off. */
  readonly snoozed: { readonly until: string } | null
}

/** The statuses in which a conversation is somebody's work though nobody waits. */
export const openStatuses: readonly ConversationStatus[] = ['ACTIVE', 'TRANSFERRED']

/**
 * Whether a conversation is in a queue: its customer waits for a person or, but for `waiting`, may yet. What was put off is
 * in that queue alone, and the bot's is in none.
 */
export function isInQueue(row: Queued, queue: Queue): boolean {
  if (row.with_bot) return false
  if (row.snoozed !== null || queue === 'snoozed') return row.snoozed !== null && queue === 'snoozed'
  if (queue === 'waiting') return row.waiting_since !== null
  const isOpen = row.waiting_since !== null || openStatuses.includes(row.status)
  return isOpen && (queue === 'open' || row.closes_soon)
}

/** Why a conversation cannot be put off, as the rest of a sentence; null where it can. */
export function snoozeProblem({ status, with_bot }: Pick<Queued, 'status' | 'with_bot'>): string | null {
  if (with_bot) return 'the bot answers it. Take it first'
  const isOver = status === 'RESOLVED' || status === 'ARCHIVED'
  return isOver ? `it is ${status.toLowerCase()}, and back by itself when its customer writes` : null
}

/**
 * Who waits stands before who does not, the longest wait first. 0 where neither waits, and of two that wait since the same
 * moment.
 */
export const compareWaits = (a: Pick<Queued, 'waiting_since'>, b: Pick<Queued, 'waiting_since'>): number =>
  compareTimes(a.waiting_since, b.waiting_since)

/** What is back first stands first; 0 of two that are back at the same moment. */
export const compareSnoozes = (a: Pick<Queued, 'snoozed'>, b: Pick<Queued, 'snoozed'>): number =>
  compareTimes(a.snoozed?.until, b.snoozed?.until)

/** Who can be answered for the shortest time stands first: whose customer wrote before. */
export const compareWindows = (
  a: { readonly reach: { readonly wrote_at: string | null } | null },
  b: { readonly reach: { readonly wrote_at: string | null } | null },
): number => compareTimes(a.reach?.wrote_at, b.reach?.wrote_at)

/** The earlier first, and none last. */
function compareTimes(a: string | null | undefined, b: string | null | undefined): number {
  const [left, right] = [a ?? null, b ?? null]
  if (left === right) return 0
  return right === null || (left !== null && left < right) ? -1 : 1
}

/** How long a customer has waited by now: of no account yet, long, or too long (15 and 45 minutes). */
export function waitWeight(since: string, now: Date): 'calm' | 'long' | 'too-long' {
  const minutes = Math.floor((now.getTime() - Date.parse(since)) / 60_000)
  return minutes >= 45 ? 'too-long' : minutes >= 15 ? 'long' : 'calm'
}

/** "52 m", "3 h", "2 d": whole minutes under an hour, whole hours under two days; "now" under a minute and for the future. */
export function waitLabel(since: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(since)) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} m`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`
}
