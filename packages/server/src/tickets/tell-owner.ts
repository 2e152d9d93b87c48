import type { TicketStatus } from '@parley/core/tickets/api'
import { ticketNotice } from '@parley/core/notifications/rules'
import type { Emit, Tx } from '../db/write.ts'
import { notifyOwner } from '../notifications/notify.ts'

/** What was done with a ticket. */
export interface TicketWork {
  readonly conversationId: number
  readonly ticketId: number
  readonly byId: number
  readonly number: string
  /** Null when it was raised; the same as `to` when the status stayed. */
  readonly from: TicketStatus | null
  readonly to: TicketStatus
}

/** Tells the owner of a locked conversation what a colleague did with its ticket. */
export function tellOwner(tx: Tx, emit: Emit, work: TicketWork, now: Date): Promise<void> {
  const { conversationId, ticketId, byId, number, from, to } = work
  const say = (by: string) => ticketNotice(by, number, from, to)
  return notifyOwner(tx, emit, { conversationId, byId, about: { cause: 'ticket', ticketId }, say }, now)
}
