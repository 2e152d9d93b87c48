import type { TicketEntity } from '@parley/core/read/ticket'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { keys } from '../../sync/cache-keys.ts'
import { loadTicket, loadTickets } from '../../sync/frame-reducers.ts'
import { source } from '../../sync/source.ts'

const recoveryMs = 10_000
const noTickets: readonly TicketEntity[] = []

/** What is known of something that was asked for. */
interface Loaded {
  /** failed: it never came; what stands in its place says nothing about the server. */
  readonly state: 'loading' | 'ready' | 'failed'
  /** It came once and could not be fetched again: it may be old. */
  readonly stale: boolean
  readonly retrying: boolean
  readonly retry: () => void
}

/** The tickets of a conversation, newest first; empty unless `ready`. */
export interface TicketsView extends Loaded {
  readonly tickets: readonly TicketEntity[]
}

/** One ticket; null while it is not there, and for good in the state `ready`. */
export interface TicketView extends Loaded {
  readonly ticket: TicketEntity | null
}

const standing = {
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  // The window's own focus counts, see below; the library's is the page's visibility.
  refetchOnWindowFocus: false,
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? recoveryMs : (false as const),
}

/** A conversation's tickets, kept current by the socket and fetched again when the window gets the focus (CDET-25). */
export function useTickets(conversationId: string, enabled: boolean): TicketsView {
  const query = useQuery({
    ...standing,
    queryKey: keys.tickets(conversationId),
    queryFn: () => logged('fetchTickets', loadTickets(source, conversationId)),
    enabled,
  })
  useReloadOnFocus(query.refetch, enabled)
  return { ...loaded(query), tickets: query.data?.value.tickets ?? noTickets }
}

/** One ticket, asked for by its number where it has one; each place that opens it asks again. */
export function useTicket(id: string, number: string | null): TicketView {
  const query = useQuery({
    ...standing,
    queryKey: keys.ticket(id),
    queryFn: () => logged('fetchTicket', loadTicket(source, id, number)),
    refetchOnMount: 'always',
  })
  useReloadOnFocus(query.refetch, true)
  return { ...loaded(query), ticket: query.data?.value ?? null }
}

async function logged<T>(action: 'fetchTickets' | 'fetchTicket', answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    logFailure(action, cause)
    throw cause
  }
}

interface Queried {
  readonly data: unknown
  readonly isError: boolean
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}

const loaded = ({ data, isError, isFetching, refetch }: Queried): Loaded => ({
  state: data !== undefined ? 'ready' : isError ? 'failed' : 'loading',
  stale: data !== undefined && isError,
  retrying: isFetching,
  retry: () => void refetch(),
})

function useReloadOnFocus(
  refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>,
  enabled: boolean,
): void {
  useEffect(() => {
    if (!enabled) return
    const reload = () => void refetch({ cancelRefetch: false })
    window.addEventListener('focus', reload)
    return () => window.removeEventListener('focus', reload)
  }, [refetch, enabled])
}
