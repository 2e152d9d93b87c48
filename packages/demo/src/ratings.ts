import type { Row } from './insert.ts'
import type { Planned } from './plan.ts'

/** What customers said, by the conversation's place in the list: mostly content, not always. */
const given = [5, 4, 5, 3, 5, 4, 2, 5, 4, 5] as const
const minuteMs = 60_000

/** What the rows refer to. */
export interface RatingSurroundings {
  readonly conversationId: number
  /** Who had the conversation when it ended. */
  readonly ownerId: number
  readonly now: Date
  readonly nextId: () => number
}

/** What the customer said of a conversation that ended after an agent had answered; null for the others. */
export function ratingOf(planned: Planned, around: RatingSurroundings): Row<'ratings'> | null {
  const { role, ledger, index } = planned
  const isOver = role.status === 'RESOLVED' || role.status === 'DORMANT' || role.status === 'ARCHIVED'
  if (!isOver || !ledger.entries.some(entry => entry.line.by === 'agent')) return null
  const last = Math.max(...ledger.entries.map(entry => entry.arrivedAt.getTime()))
  return {
    id: around.nextId(),
    conversation_id: around.conversationId,
    owner_id: around.ownerId,
    rating: given[index % given.length] ?? 5,
    at: new Date(Math.min(around.now.getTime(), last + (2 + (index % 9)) * minuteMs)),
  }
}
