import type { TicketStatus } from '@parley/core/tickets/api'
import type { Tx } from '../db/write.ts'

/** One change of status: kept for the figures and as the record of who did it. */
interface StatusChange {
  readonly ticketId: number
  /** Null when it was raised. */
  readonly from: TicketStatus | null
  readonly to: TicketStatus
  readonly agentId: number
  readonly now: Date
}

/** Writes the row of a change of status. */
export async function recordTicketChange(tx: Tx, change: StatusChange): Promise<void> {
  await tx
    .insertInto('ticket_changes')
    .values({
      ticket_id: change.ticketId,
      from_status: change.from,
      to_status: change.to,
      agent_id: change.agentId,
      at: change.now,
    })
    .execute()
}
