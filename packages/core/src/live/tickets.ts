import type { ChangeFrame } from '../api/sockets.ts'
import type { TicketEntity } from '../entities/ticket.ts'
import { readTicket } from '../read/ticket.ts'
import { compareTickets } from '../rules/ticket.ts'
import { withoutMoved } from './moved.ts'
import { isLost } from './sight.ts'

/** The tickets of one conversation as held: all of them, newest first. */
export interface TicketsState {
  readonly conversationId: string
  readonly tickets: readonly TicketEntity[]
}

/** A conversation's tickets after one frame. */
export function applyToTickets(held: TicketsState, frame: ChangeFrame): TicketsState {
  if (isLost(frame, held.conversationId)) return { ...held, tickets: [] }
  if (frame.event !== 'ticket') return held
  if (frame.data.conversation_id !== held.conversationId) return withoutMoved(held, 'tickets', frame.data.id)
  const ticket = readTicket(frame.data)
  const others = held.tickets.filter(other => other.id !== ticket.id)
  return { ...held, tickets: [...others, ticket].toSorted(compareTickets) }
}

/** One ticket after a frame; null: there is none that the viewer may see. */
export function applyToTicket(held: TicketEntity | null, frame: ChangeFrame): TicketEntity | null {
  if (held === null || isLost(frame, held.conversation_id)) return null
  return frame.event === 'ticket' && frame.data.id === held.id ? readTicket(frame.data) : held
}
