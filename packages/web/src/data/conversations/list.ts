import { type ConversationEntity } from '@parley/core/read/conversation'
import { type ConversationFilter, matchesFilter } from '@parley/core/rules/conversation'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { actionMessages, logFailure } from '../../client/action-messages.ts'
import { editHeld } from '../../sync/cache-edit.ts'
import { type HeldList, keys, type StatusCounts } from '../../sync/cache-keys.ts'
import { loadList, loadNextPage } from '../../sync/load.ts'
import { source } from '../../sync/source.ts'
import { sampleConversations } from './sample.ts'
import { useSelectedConversation } from './selection.ts'

const recoveryMs = 10_000

/** What the list screen shows. */
export interface ConversationList {
  /** Newest activity first. Samples when nothing real was ever loaded; then `sample` is true. */
  readonly rows: readonly ConversationEntity[]
  readonly sample: boolean
  /** Null while unknown. */
  readonly counts: StatusCounts | null
  readonly loading: boolean
  /** "Failed to fetch conversations" while the newest attempt failed. */
  readonly failure: string | null
  /** When the shown rows were fetched, in epoch milliseconds; null before the first answer. */
  readonly fetchedAt: number | null
  readonly refreshing: boolean
  readonly refresh: () => void
  /** Fetches the next 500; does nothing when there are none or they are on their way. */
  readonly loadMore: () => void
  readonly loadingMore: boolean
}

/** The conversations of a filter, filtered and searched by the server, 500 at a time, kept current by the socket. */
export function useConversationList(filter: ConversationFilter): ConversationList {
  const client = useQueryClient()
  const key = keys.list(filter)
  const query = useQuery({
    queryKey: key,
    // No abort signal: a cancelled fetch would put back the data from before it, without the frames since.
    queryFn: () =>
      loadList(source, filter, client.getQueryData<HeldList>(key)).catch((cause: unknown) => {
        logFailure('fetchConversations', cause)
        throw cause
      }),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'error' ? recoveryMs : false),
  })
  const more = useNextPage(client, filter)
  const selected = useSelectedConversation()
  const { rows, sample } = useShownRows(client, filter, query)
  const shown = useMemo(() => rows.map(row => withoutUnread(row, selected)), [rows, selected])
  const counts = query.data?.counts ?? {}
  return {
    rows: shown,
    sample,
    counts: Object.keys(counts).length === 0 ? null : counts,
    loading: query.isPending && rows.length === 0,
    failure: query.isError ? actionMessages.fetchConversations : null,
    fetchedAt: query.dataUpdatedAt === 0 ? newestFetch(client) : query.dataUpdatedAt,
    refreshing: query.isFetching,
    refresh: () => void query.refetch(),
    loadMore: () => {
      if (query.data?.hasMore && !query.isFetching && !query.isPlaceholderData) more.load(query.data)
    },
    loadingMore: more.loading,
  }
}

const withoutUnread = (row: ConversationEntity, selected: string | null): ConversationEntity =>
  row.id === selected && row.unread_count !== 0 ? { ...row, unread_count: 0 } : row

/** Loaded rows; before any, what other lists hold of this filter; after a failure with nothing held, samples. */
function useShownRows(
  client: QueryClient,
  filter: ConversationFilter,
  query: {
    readonly data: HeldList | undefined
    readonly isError: boolean
    readonly isPlaceholderData: boolean
    readonly errorUpdatedAt: number
  },
) {
  const { data, isError, isPlaceholderData, errorUpdatedAt } = query
  return useMemo(() => {
    if (data !== undefined) {
      const rows = isPlaceholderData ? data.rows.filter(row => matchesFilter(row, filter)) : data.rows
      return { rows, sample: false }
    }
    const held = heldRows(client).filter(row => matchesFilter(row, filter))
    if (held.length > 0 || !isError) return { rows: held, sample: false }
    const samples = sampleConversations(new Date(errorUpdatedAt))
    return { rows: samples.filter(row => matchesFilter(row, filter)), sample: true }
  }, [data, isError, isPlaceholderData, errorUpdatedAt, client, filter])
}

function useNextPage(client: QueryClient, filter: ConversationFilter) {
  const [wanted, setWanted] = useState<HeldList | null>(null)
  useEffect(() => {
    if (wanted === null) return
    let current = true
    loadNextPage(source, wanted)
      .then(step => editHeld<HeldList>(client, keys.list(wanted.filter), step))
      .catch((cause: unknown) => logFailure('fetchConversations', cause))
      .finally(() => current && setWanted(null))
    return () => {
      current = false
    }
  }, [client, wanted])
  const loading = wanted !== null && wanted.filter === filter
  return { loading, load: (list: HeldList) => !loading && setWanted(list) }
}

const lists = (client: QueryClient) => client.getQueryCache().findAll({ queryKey: ['conversations'] })

const heldRows = (client: QueryClient): readonly ConversationEntity[] =>
  lists(client)
    .map(({ state }) => (state.data as HeldList | undefined)?.rows ?? [])
    .reduce((longest, rows) => (rows.length > longest.length ? rows : longest), [])

const newestFetch = (client: QueryClient): number | null =>
  Math.max(0, ...lists(client).map(({ state }) => state.dataUpdatedAt)) || null
