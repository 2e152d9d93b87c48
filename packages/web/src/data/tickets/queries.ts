import type { TicketEntity } from '@parley/core/entities/ticket'
import { type HeldTicket, type HeldTickets, keys } from '@parley/core/live/held'
import { loadTicket, loadTickets } from '@parley/core/live/reducers'
import { useEffect, useMemo } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { type Loaded, loadedOf, useLiveQuery, useLoaded } from '../../sync/live-query.ts'
import { source } from '../../sync/source.ts'

const noTickets: readonly TicketEntity[] = []

/** The tickets of a conversation, newest first; empty unless `ready`. */
export interface TicketsView extends Loaded {
  readonly tickets: readonly TicketEntity[]
}

/** One ticket; null while it is not there, and for good in the state `ready`. */
export interface TicketView extends Loaded {
  readonly ticket: TicketEntity | null
}

// The window's own focus counts, see below; the library's is the page's visibility.
const byWindow = { refetchOnWindowFocus: false } as const

/** A conversation's tickets, kept current by the socket and fetched again when the window gets the focus (CDET-25). */
export function useTickets(conversationId: string, enabled: boolean): TicketsView {
  const query = useLiveQuery<HeldTickets>(
    {
      key: keys.tickets(conversationId),
      load: enabled ? () => loadTickets(source, conversationId) : null,
      onFailure: cause => logFailure('fetchTickets', cause),
    },
    byWindow,
  )
  useReloadOnFocus(query.refresh, enabled)
  const loaded = useLoaded(query)
  const tickets = query.data?.value.tickets ?? noTickets
  return useMemo(() => ({ ...loaded, tickets }), [loaded, tickets])
}

/** One ticket, asked for by its number where it has one; each place that opens it asks again. */
export function useTicket(id: string, number: string | null): TicketView {
  const query = useLiveQuery<HeldTicket>(
    {
      key: keys.ticket(id),
      load: () => loadTicket(source, id, number),
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
