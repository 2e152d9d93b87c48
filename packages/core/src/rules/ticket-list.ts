import type { TicketPriority, TicketStatus } from '../api/tickets.ts'
import type { TicketRowEntity } from '../entities/ticket.ts'
import { type ticketListStatuses, ticketPlaceForm } from '../words/tickets.ts'
import { isClosed } from './ticket.ts'

export type TicketListStatus = (typeof ticketListStatuses)[number]

/** What narrows a list; `assigneeId` "none" means nobody. */
export interface TicketFilter {
  readonly status?: TicketListStatus | undefined
  readonly priority?: TicketPriority | undefined
  readonly assigneeId?: string | undefined
  readonly search?: string | undefined
}

/** What a ticket's place in a list goes by. */
export type TicketPlace = Pick<TicketRowEntity, 'id' | 'priority' | 'updated_at'>

/** A place as it travels: "HIGH_2026-03-01T09:00:00.000Z_7". */
export const ticketPlaceText = ({ priority, updated_at, id }: TicketPlace): string =>
  `${priority}_${updated_at}_${id}`

/** The place that a text names; null where it names none. */
export function readTicketPlace(text: string): TicketPlace | null {
  const [, priority, updated_at, id] = ticketPlaceForm.exec(text) ?? []
  if (priority === undefined || updated_at === undefined || id === undefined) return null
  return { priority: priority as TicketPriority, updated_at, id }
}

/** Whether a status is among those that a list is narrowed to. */
const isOfStatus = (status: TicketStatus, wanted: TicketListStatus | undefined): boolean =>
  wanted === undefined || (wanted === 'OPEN' ? !isClosed(status) : wanted === status)

/** How many there are of what a list is narrowed to, of counts by status. */
export const countOfStatus = (
  counts: Readonly<Partial<Record<TicketStatus, number>>>,
  wanted: TicketListStatus | undefined,
): number =>
  Object.entries(counts)
    .filter(([status]) => isOfStatus(status as TicketStatus, wanted))
    .reduce((sum, [, count]) => sum + count, 0)
