import type { TicketRowEntity, TicketStatus } from '@parley/core/tickets/api'
import { keys } from '@parley/core/live/cached'
import { readTicketRows } from '@parley/core/read/work'
import { countOfStatus, type TicketFilter, ticketPlaceText } from '@parley/core/tickets/rules'
import { ticketStatuses } from '@parley/core/tickets/constants'
import { logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { fetchPage, type PagesView, usePages } from '../../sync/use-pages.ts'

const pageSize = 100

/** Tickets of all conversations in the server's order, the most urgent first. */
export interface TicketListView extends PagesView<TicketRowEntity, TicketStatus> {
  /** How many there are in all, also those that are not held. */
  readonly total: number
}

/** The tickets of a filter, fetched again when an event says so. */
export function useTicketList(filter: TicketFilter): TicketListView {
  const { status, priority, assigneeId, search } = filter
  const query = { status, priority, assignee_id: assigneeId, search, limit: pageSize }
  const view = usePages<TicketRowEntity, TicketStatus>({
    key: keys.ticketList(filter),
    load: after =>
      fetchPage(() => api.ticketList({ query: { ...query, ...(after !== null && { after }) } }), {
        read: readTicketRows,
        size: pageSize,
        placeOf: ticketPlaceText,
        statuses: ticketStatuses,
      }),
    onFailure: cause => logFailure('fetchTickets', cause),
    follows: ([word]) => word === 'ticket-list',
    refetchEvery: false,
  })
  const { rows, counts, isPrevious } = view
  return {
    ...view,
    total: counts === null || isPrevious ? rows.length : Math.max(rows.length, countOfStatus(counts, status)),
  }
}
