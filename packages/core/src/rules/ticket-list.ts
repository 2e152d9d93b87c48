import type { TicketPriority, TicketStatus } from '../api/tickets.ts'
import type { TicketRowEntity } from '../entities/ticket.ts'
import { type ticketListStatuses, ticketPlaceForm, ticketPriorities } from '../words/tickets.ts'
import { compareIds } from './conversation.ts'
import { matchesName, matchesPhone, readSearch } from './search.ts'
import { isClosed } from './ticket.ts'

/*
 * Lists over the tickets of all conversations. A ticket is with whoever has its conversation: a conversation that changes
 * hands takes its tickets along. The server and what a console holds go by these functions alone.
 */

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

/** The list's order: the most urgent first, then what was changed last, then the greater id. */
export const compareTicketRows = (a: TicketPlace, b: TicketPlace): number =>
  ticketPriorities.indexOf(b.priority) - ticketPriorities.indexOf(a.priority) ||
  (a.updated_at === b.updated_at ? compareIds(b.id, a.id) : a.updated_at < b.updated_at ? 1 : -1)

/** What says where a row stands. */
export const ticketPlaceOf = ({ id, priority, updated_at }: TicketPlace): TicketPlace => ({
  id,
  priority,
  updated_at,
})

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
export const isOfStatus = (status: TicketStatus, wanted: TicketListStatus | undefined): boolean =>
  wanted === undefined || (wanted === 'OPEN' ? !isClosed(status) : wanted === status)

/** How many there are of what a list is narrowed to, of counts by status. */
export const countOfStatus = (
  counts: Readonly<Partial<Record<TicketStatus, number>>>,
  wanted: TicketListStatus | undefined,
): number =>
  Object.entries(counts)
    .filter(([status]) => isOfStatus(status as TicketStatus, wanted))
    .reduce((sum, [, count]) => sum + count, 0)

/** Search: title and customer name by their words, the phone number in every spelling, the ticket's number. Blank matches all. */
function isFound(row: TicketRowEntity, typed: string): boolean {
  const search = readSearch(typed)
  if (search === null) return true
  return (
    matchesName(search, row.title) ||
    matchesName(search, row.customer.name) ||
    matchesPhone(search, row.customer.phone_number) ||
    (search.reference !== null && search.reference === row.ticket_number)
  )
}

/** Whether a row belongs into a list, whatever the status that the list is narrowed to. */
export function matchesNarrowed(row: TicketRowEntity, filter: TicketFilter): boolean {
  const { priority, assigneeId } = filter
  if (priority !== undefined && row.priority !== priority) return false
  if (assigneeId !== undefined && (row.agent?.id ?? 'none') !== assigneeId) return false
  return isFound(row, filter.search ?? '')
}

/** Whether a row belongs into a list. */
export const matchesTicketFilter = (row: TicketRowEntity, filter: TicketFilter): boolean =>
  isOfStatus(row.status, filter.status) && matchesNarrowed(row, filter)
