import type { ConversationEntity } from '@parley/core/conversations/api'
import { type ConversationFilter, matchesFilter, orderOf } from '@parley/core/conversations/rules'
import { type CachedList, keys, type StatusCounts } from '@parley/core/live/cached'
import { loadList, loadListHead, loadNextPage } from '@parley/core/live/load'
import { keepPreviousData, type QueryClient, useQueryClient, useQueries } from '@tanstack/react-query'
import { useMemo, useEffect, useState } from 'react'
import { firstMessages, logFirst } from '../../client/first-messages.ts'
import { createStore, useStore } from '../../store.ts'
import { lineIsBehind } from '../../sync/freshness.ts'
import { type LiveQuery, liveOptions, type LiveSpec, useLiveQuery } from '../../sync/live-query.ts'
import { editCached } from '../../sync/query-cache.ts'
import { source } from '../../sync/source.ts'
import { type Paging, usePagedList } from '../../sync/use-paged-list.ts'
import { untilLoaded } from '../../ui/hooks/lazy-part.ts'

/** What the list screen shows. */
export type ConversationList = ReturnType<typeof useConversationList>

/** Whether this page ever had a list from the server. */
let wasLoaded = false

/** How long a list is held that is not on the screen: it is what there is to show when the server is away. */
const keptMs = 60 * 60_000

const noRows: readonly ConversationEntity[] = []

const listSpec = (filter: ConversationFilter): LiveSpec<CachedList> => ({
  key: keys.list(filter),
  load: async cached => {
    const list = await (lineIsBehind.get() ? loadListHead : loadList)(source, filter, cached)
    wasLoaded = true
    return list
  },
  onFailure: cause => logFirst('fetchConversations', cause),
})

/** Asks for a list before its screen is drawn. What fails is asked for again by the screen. */
export const prefetchList = (client: QueryClient, filter: ConversationFilter): Promise<void> =>
  client.prefetchQuery(liveOptions(listSpec(filter)))

/** The first rows of a filter, as the server has them now; null: they could not be fetched, which is logged. */
export async function firstRows(
  client: QueryClient,
  filter: ConversationFilter,
): Promise<readonly ConversationEntity[] | null> {
  const options = { ...liveOptions(listSpec(filter)), staleTime: 0 }
  await client.prefetchQuery(options)
  const state = client.getQueryState<CachedList>(options.queryKey)
  return state?.status === 'success' ? (state.data?.rows ?? null) : null
}

/** The conversations of a filter, filtered and searched by the server, 500 at a time, kept current by the socket. */
export function useConversationList(filter: ConversationFilter) {
  'use memo'
  const client = useQueryClient()
  const query = useLiveQuery<CachedList>(listSpec(filter), {
    placeholderData: keepPreviousData,
    ...(filter.search === undefined && { gcTime: keptMs }),
  })
  const fetchedAt = useFetchedAt(query.fetchedAt)
  const paging = usePages(client, filter, query)
  const selected = useSelectedConversation()
  const { rows, sample } = useShownRows(client, filter, query)
  const shown = rows?.map(row => withoutUnread(row, selected)) ?? noRows
  const counts: StatusCounts = query.data?.counts ?? {}
  return {
    /** Newest activity first. Samples only where no list was ever loaded; then `sample` is true. */
    rows: shown,
    sample,
    /** Null while unknown. */
    counts: Object.keys(counts).length === 0 ? null : counts,
    loading: rows === null || (query.state === 'loading' && rows.length === 0),
    /** "Failed to fetch conversations" while the newest attempt failed. */
    failure: query.stale || query.state === 'failed' ? firstMessages.fetchConversations : null,
    /** When the shown rows were fetched, in epoch milliseconds; null before the first answer. */
    fetchedAt,
    /** When the newest attempt failed, in epoch milliseconds; 0 if none did. */
    failedAt: query.failedAt,
    refreshing: query.retrying,
    refresh: query.retry,
    ...paging,
  }
}

const withoutUnread = (row: ConversationEntity, selected: string | null): ConversationEntity =>
  row.id === selected && row.unread_count !== 0 ? { ...row, unread_count: 0 } : row

/** Loaded rows; before any, what other lists hold of this filter; where no list ever came, samples, null on their way. */
function useShownRows(client: QueryClient, filter: ConversationFilter, query: LiveQuery<CachedList>) {
  const { data, state, isPlaceholder, failedAt } = query
  const isSample = data === undefined && state === 'failed' && !wasLoaded
  const samples = useSamples(isSample, failedAt)
  return useMemo(() => {
    if (isSample) return { rows: samples?.filter(row => matchesFilter(row, filter)) ?? null, sample: true }
    if (data !== undefined) {
      const rows = isPlaceholder ? data.rows.filter(row => matchesFilter(row, filter)) : data.rows
      return { rows, sample: false }
    }
    const held = cachedRows(client)
      .filter(row => matchesFilter(row, filter))
      .toSorted(orderOf(filter))
    return { rows: held, sample: false }
  }, [data, isPlaceholder, isSample, samples, client, filter])
}

/** 500 rows at a time. None is asked for while the first ones are on their way. */
function usePages(client: QueryClient, filter: ConversationFilter, query: LiveQuery<CachedList>): Paging {
  const cached = query.isPlaceholder ? undefined : query.data
  return usePagedList({
    list: JSON.stringify(filter),
    hasMore: cached?.hasMore === true,
    loadNext:
      cached === undefined || query.retrying
        ? null
        : async () => editCached<CachedList>(client, keys.list(filter), await loadNextPage(source, cached)),
    onFailure: cause => logFirst('fetchConversations', cause),
  })
}

const lists = (client: QueryClient) => client.getQueryCache().findAll({ queryKey: ['conversations'] })

const cachedRows = (client: QueryClient): readonly ConversationEntity[] =>
  lists(client)
    .map(({ state }) => (state.data as CachedList | undefined)?.rows ?? [])
    .reduce((longest, rows) => (rows.length > longest.length ? rows : longest), [])

/** When the list was fetched, or else the newest of all lists; a hook of its own, since it reads the cache while it renders. */
function useFetchedAt(own: number): number | null {
  const client = useQueryClient()
  if (own !== 0) return own
  return Math.max(0, ...lists(client).map(({ state }) => state.dataUpdatedAt)) || null
}

/**
 * The built-in conversations, made at the time `at` (epoch milliseconds); null until their code is there, which the first
 * load is spared, and while they are not wanted.
 */
function useSamples(wanted: boolean, at: number): readonly ConversationEntity[] | null {
  const [code, setCode] = useState<typeof import('./sample.ts') | null>(null)
  useEffect(() => {
    if (wanted) void untilLoaded(() => import('./sample.ts')).then(setCode)
  }, [wanted])
  return wanted && code !== null ? code.sampleConversations(new Date(at)) : null
}

/** What is on the screen has been asked for by then, in milliseconds. */
const aheadMs = 2_000

/**
 * How many conversations there are in each of several lists, kept true by frames; null while unknown. The lists are fetched
 * a while after the screen stands, and held, so that one of them opens at once.
 */
export function useListTotals(filters: readonly ConversationFilter[]): readonly (number | null)[] {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), aheadMs)
    return () => clearTimeout(timer)
  }, [])
  return useQueries({
    queries: filters.map(filter => ({
      ...liveOptions<CachedList>({
        key: keys.list(filter),
        load: cached => loadList(source, filter, cached),
      }),
      enabled: isTime,
      select: totalOf,
    })),
    combine: all => all.map(({ data }) => data ?? null),
  })
}

/** Null where a provider counts nothing. */
function totalOf({ counts }: CachedList): number | null {
  const known = Object.values(counts)
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0)
}

const selected = createStore<string | null>(null)

/** Marks a conversation as the one on the screen: by rule it has nothing unread. Null: none. */
export const selectConversation = selected.set

/** The conversation that is on the screen now, or null. */
export const selectedConversation = selected.get

/** The conversation on the screen, or null. */
export const useSelectedConversation = (): string | null => useStore(selected)
