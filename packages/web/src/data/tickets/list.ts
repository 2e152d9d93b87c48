import type { TicketStatus } from '@parley/core/api/tickets'
import type { TicketRowEntity } from '@parley/core/entities/ticket'
import { type HeldTicketList, keys } from '@parley/core/live/held'
import {
  loadMoreTickets,
  loadTicketList,
  type TicketListWorld,
  ticketPageSize,
} from '@parley/core/live/load-ticket-list'
import { countOfStatus, matchesTicketFilter, type TicketFilter } from '@parley/core/rules/ticket-list'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { editHeld } from '../../sync/cache-edit.ts'
import { type Loaded, loadedOf, useLiveQuery } from '../../sync/live-query.ts'
import { recentFrames } from '../../sync/source.ts'
import { type Paging, usePagedList } from '../../sync/use-paged-list.ts'

/** What frames left open is asked for this long after, together. */
const settleMs = 1_000

const noRows: readonly TicketRowEntity[] = []

const world: TicketListWorld = {
  ask: query => api.ticketList({ query }),
  recent: recentFrames,
  pageSize: ticketPageSize,
}

/** Tickets of all conversations, the most urgent first. */
export interface TicketListView extends Loaded, Paging {
  readonly rows: readonly TicketRowEntity[]
  /** For the filter without its status; null while unknown. */
  readonly counts: Readonly<Partial<Record<TicketStatus, number>>> | null
  /** How many there are in all, also those that are not held. */
  readonly total: number
}

/** The tickets of a filter, kept current by the socket. */
export function useTicketList(filter: TicketFilter): TicketListView {
  const client = useQueryClient()
  const key = keys.ticketList(filter)
  const query = useLiveQuery<HeldTicketList>(
    {
      key,
      load: held => loadTicketList(world, filter, held),
      onFailure: cause => logFailure('fetchTickets', cause),
      refetchAfter: held => (held?.value.lacks === true ? settleMs : false),
    },
    { placeholderData: before => before },
  )
  const { data, isPlaceholder } = query
  const held = isPlaceholder ? undefined : data
  const paging = usePagedList({
    list: JSON.stringify(key),
    hasMore: held?.value.hasMore === true,
    loadNext:
      held === undefined || query.retrying
        ? null
        : async () => editHeld<HeldTicketList>(client, key, await loadMoreTickets(world, held)),
    onFailure: cause => logFailure('fetchTickets', cause),
  })
  const rows = useMemo(() => {
    if (data === undefined) return noRows
    return isPlaceholder ? data.value.rows.filter(row => matchesTicketFilter(row, filter)) : data.value.rows
  }, [data, isPlaceholder, filter])
  const counts = held?.value.counts ?? null
  return {
    ...loadedOf(query),
    rows,
    counts,
    total: counts === null ? rows.length : Math.max(rows.length, countOfStatus(counts, filter.status)),
    ...paging,
  }
}
