import type { WaitMarks } from '../settings/constants.ts'
import type { TicketPriority } from '../tickets/api.ts'
import type { ConversationStatus } from './api.ts'
import type { Queue } from './constants.ts'

/** What a queue goes by of a conversation; times in ISO 8601. */
export interface Queued {
  readonly status: ConversationStatus
  readonly with_bot: boolean
  /** Since when the customer waits for a person. */
  readonly waiting_since: string | null
  /** Of its most urgent open ticket. */
  readonly ticket_priority: TicketPriority | null
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
export function isInQueue(row: Omit<Queued, 'ticket_priority'>, queue: Queue): boolean {
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
 * So many minutes more a customer counts as having waited whose open ticket is of that priority: an urgent one passes who
 * waits, and nobody is passed for longer than that.
 */
export const headStartMinutes: Readonly<Record<TicketPriority, number>> = {
  LOW: 0,
  MEDIUM: 0,
  HIGH: 30,
  URGENT: 120,
}

type Waiting = Pick<Queued, 'waiting_since' | 'ticket_priority'>

/** Since when a customer counts as waiting, in ms; null: they do not wait. */
const countsSince = ({ waiting_since: since, ticket_priority: priority }: Waiting): number | null =>
  since === null ? null : Date.parse(since) - 60_000 * (priority === null ? 0 : headStartMinutes[priority])

/**
 * Who waits stands before who does not, the longest wait first, with the head start of their tickets. 0 where neither waits,
 * and of two that count as waiting since the same moment.
 */
export const compareWaits = (a: Waiting, b: Waiting): number => compareFirst(countsSince(a), countsSince(b))

/** What is back first stands first; 0 of two that are back at the same moment. */
export const compareSnoozes = (a: Pick<Queued, 'snoozed'>, b: Pick<Queued, 'snoozed'>): number =>
  compareFirst(a.snoozed?.until ?? null, b.snoozed?.until ?? null)

/** Who can be answered for the shortest time stands first: whose customer wrote before. */
export const compareWindows = (
  a: { readonly reach: { readonly wrote_at: string | null } | null },
  b: { readonly reach: { readonly wrote_at: string | null } | null },
): number => compareFirst(a.reach?.wrote_at ?? null, b.reach?.wrote_at ?? null)

/** When an agent was mentioned last in a conversation that they have not seen since; null: they were not. */
export const mentionedAt = ({ mentioned }: Mentioning, agentId: string): string | null =>
  mentioned.find(({ agent_id }) => agent_id === agentId)?.at ?? null

/** Where an agent was mentioned last stands first. */
export function compareMentions(a: Mentioning, b: Mentioning, agentId: string): number {
  const [left, right] = [mentionedAt(a, agentId), mentionedAt(b, agentId)]
  if (left === right) return 0
  return right === null || (left !== null && left > right) ? -1 : 1
}

type Mentioning = { readonly mentioned: readonly { readonly agent_id: string; readonly at: string }[] }

/** The earlier first, and none last. */
function compareFirst<Time extends string | number>(a: Time | null, b: Time | null): number {
  if (a === b) return 0
  return b === null || (a !== null && a < b) ? -1 : 1
}

/** How long a customer has waited by now: of no account yet, long, or too long. */
export function waitWeight(since: string, now: Date, marks: WaitMarks): 'calm' | 'long' | 'too-long' {
  const minutes = Math.floor((now.getTime() - Date.parse(since)) / 60_000)
  return minutes >= marks.too_long ? 'too-long' : minutes >= marks.long ? 'long' : 'calm'
}

/** "52 m", "3 h", "2 d": whole minutes under an hour, whole hours under two days; "now" under a minute and for the future. */
export function waitLabel(since: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(since)) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} m`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`
}

/** "Nakato is first, waits 52 m"; "has just written" under a minute. */
export function firstSentence(name: string, since: string, now: Date): string {
  const wait = waitLabel(since, now)
  return `${name} is first, ${wait === 'now' ? 'has just written' : `waits ${wait}`}`
}
