import { type Cached, keys } from '@parley/core/live/cached'
import { readTicket, readTickets, readTicketRows } from '@parley/core/read/work'
import type { TicketEntity, TicketRowEntity, TicketStatus } from '@parley/core/tickets/api'
import { ticketStatuses } from '@parley/core/tickets/constants'
import { countOfStatus, type TicketFilter, ticketPlaceText } from '@parley/core/tickets/rules'
import { useEffect } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { orNothing } from '../../client/asks.ts'
import { api } from '../../client/client.ts'
import { type Loaded, loadedOf, useLiveQuery, useLoaded } from '../../sync/live-query.ts'
import { besideThread, fetched } from '../../sync/source.ts'
import { fetchPage, usePages } from '../../sync/use-pages.ts'

const noTickets: readonly TicketEntity[] = []

export type TicketsView = ReturnType<typeof useTickets>

// The window's own focus counts, see below; the library's is the page's visibility.
const byWindow = { refetchOnWindowFocus: false } as const

/** A conversation's tickets, newest first, none unless `ready`; fetched again when an event says so and when the window gets the focus (CDET-25). */
export function useTickets(id: string, enabled: boolean) {
  'use memo'
  const load = () =>
    besideThread(id, 'tickets', () => api.tickets({ query: { conversation_id: id } }), readTickets)
  const query = useLiveQuery<Cached<readonly TicketEntity[]>>(
    {
      key: keys.tickets(id),
      load: enabled ? load : null,
      onFailure: cause => logFailure('fetchTickets', cause),
    },
    byWindow,
  )
  useReloadOnFocus(query.refresh, enabled)
  const loaded = useLoaded(query)
  const tickets = query.data?.value ?? noTickets
  return { ...loaded, tickets }
}

/** One ticket; null while it is not there, and for good in the state `ready`. It is asked for by its number where it has one, else by its id; each place that opens it asks again. */
export function useTicket(
  id: string,
  number: string | null,
): Loaded & { readonly ticket: TicketEntity | null } {
  const query = useLiveQuery<Cached<TicketEntity | null>>(
    {
      key: keys.ticket(id),
      load: () =>
        fetched(
          () =>
            orNothing(
              number === null ? api.ticket({ params: { id } }) : api.ticketByNumber({ params: { number } }),
            ),
          value => (value === null ? null : readTicket(value)),
        ),
      onFailure: cause => logFailure('fetchTicket', cause),
    },
    { ...byWindow, refetchOnMount: 'always' },
  )
  useReloadOnFocus(query.refresh, true)
  return { ...loadedOf(query), ticket: query.data?.value ?? null }
}

function useReloadOnFocus(reload: () => void, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return
    window.addEventListener('focus', reload)
    return () => window.removeEventListener('focus', reload)
  }, [reload, enabled])
}

const pageSize = 100

/** Tickets of all conversations in the server's order, the most urgent first. */
export type TicketListView = ReturnType<typeof useTicketList>

/** The tickets of a filter, fetched again when an event says so. */
export function useTicketList(filter: TicketFilter) {
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
    /** How many there are in all, also those that are not held. */
    total: counts === null || isPrevious ? rows.length : Math.max(rows.length, countOfStatus(counts, status)),
  }
}
