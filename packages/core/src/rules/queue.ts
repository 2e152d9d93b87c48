import type { ConversationStatus } from '../api/conversations.ts'
import type { Queue } from '../words/conversations.ts'

/** What a queue goes by of a conversation. */
export interface Queued {
  readonly status: ConversationStatus
  readonly with_bot: boolean
  /** Since when the customer waits for a person, in ISO 8601. */
  readonly waiting_since: string | null
}

/** The statuses in which a conversation is somebody's work though nobody waits. */
export const openStatuses: readonly ConversationStatus[] = ['ACTIVE', 'TRANSFERRED']

/** Whether a conversation is in a queue: its customer waits for a person or, of `open`, may yet; the bot's never is. */
export const isInQueue = ({ status, with_bot, waiting_since }: Queued, queue: Queue): boolean =>
  !with_bot && (waiting_since !== null || (queue === 'open' && openStatuses.includes(status)))

/**
 * Who waits stands before who does not, the longest wait first. 0 where neither waits, and of two that wait since the same
 * moment.
 */
export function compareWaits(a: Pick<Queued, 'waiting_since'>, b: Pick<Queued, 'waiting_since'>): number {
  if (a.waiting_since === null || b.waiting_since === null) {
    return Number(a.waiting_since === null) - Number(b.waiting_since === null)
  }
  return a.waiting_since === b.waiting_since ? 0 : a.waiting_since < b.waiting_since ? -1 : 1
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
