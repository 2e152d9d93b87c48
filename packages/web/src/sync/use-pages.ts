import type { Answer } from '@parley/core/live/fetchers'
import { type Counts, readCounts } from '@parley/core/live/unread'
import { asked } from '@parley/core/live/load'
import { type QueryKey, skipToken, useInfiniteQuery } from '@tanstack/react-query'
import { type Loaded, recoveryMs, stateOf } from './live-query.ts'
import { recentEvents } from './source.ts'
import type { Paging } from './use-paged-list.ts'

/** One page of a list, in the server's order. */
export interface Page<Row, Status extends string> {
  readonly rows: readonly Row[]
  /** How many there are by status, for the filter without its status. */
  readonly counts: Counts<Status>
  /** The place behind which the next page begins; null: this is the last one. */
  readonly next: string | null
  /** The log number that it is true from. */
  readonly seq: number
}

/** A page from its answer. `placeOf` names a row's place as the call takes it. */
export async function fetchPage<Row, Status extends string>(
  ask: () => Promise<Answer<unknown>>,
  page: {
    readonly read: (value: unknown) => readonly Row[]
    readonly size: number
    readonly placeOf: (row: Row) => string
    readonly statuses: readonly Status[]
  },
): Promise<Page<Row, Status>> {
  const { value, counts, seq } = await asked(recentEvents, ask)
  const rows = page.read(value)
  const last = rows.at(-1)
  return {
    rows,
    counts: readCounts(counts, page.statuses),
    next: last === undefined || rows.length < page.size ? null : page.placeOf(last),
    seq: seq ?? 0,
  }
}

interface PagesSpec<Row, Status extends string> {
  readonly key: QueryKey
  /** Fetches a page; `after` is null for the first one. Null while nobody can be asked. */
  readonly load: ((after: string | null) => Promise<Page<Row, Status>>) | null
  readonly onFailure: (cause: unknown) => void
  /** Whether the rows of another key may stand here until this one's come. */
  readonly follows: (key: QueryKey) => boolean
  /** How often it is fetched again by itself, in milliseconds; false for never. */
  readonly refetchEvery: number | false
}

/** A list page by page, fetched again as far as it was read when an event says so. */
export function usePages<Row extends { readonly id: string }, Status extends string>(
  spec: PagesSpec<Row, Status>,
) {
  'use memo'
  const { key, load, onFailure, follows, refetchEvery } = spec
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn:
      load === null
        ? skipToken
        : async ({ pageParam }: { pageParam: string | null }) => {
            try {
              return await load(pageParam)
            } catch (cause) {
              onFailure(cause)
              throw cause
            }
          },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    placeholderData: (before, query) => (query && follows(query.queryKey) ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    // A page that did not come waits for the agent.
    refetchInterval: ({ state }) =>
      state.status === 'error' && state.fetchMeta?.fetchMore === undefined ? recoveryMs : refetchEvery,
  })
  const { data, isError, isFetching, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = query
  const pages = data?.pages
  const rows = rowsOf(pages ?? [])
  const more: Paging['more'] =
    !query.hasNextPage || isPlaceholderData
      ? 'none'
      : isFetchNextPageError
        ? 'failed'
        : isFetchingNextPage
          ? 'loading'
          : 'idle'
  const fetchMore = () => void query.fetchNextPage({ cancelRefetch: false })
  const loaded: Loaded = {
    state: isPlaceholderData && rows.length === 0 ? 'loading' : stateOf(load === null, query),
    stale: data !== undefined && isError && !isFetchNextPageError,
    fetchedAt: query.dataUpdatedAt,
    retrying: isFetching,
    retry: () => void query.refetch(),
  }
  return {
    ...loaded,
    rows,
    /** Null while unknown. */
    counts: pages?.[0]?.counts ?? null,
    /** The rows and counts are another filter's, until this one's come. */
    isPrevious: isPlaceholderData,
    more,
    loadMore: () => more === 'idle' && !isFetching && fetchMore(),
    retryMore: () => more === 'failed' && fetchMore(),
  }
}

/** A row that moved while the pages were read stands in two of them. */
const rowsOf = <Row extends { readonly id: string }>(
  pages: readonly { readonly rows: readonly Row[] }[],
): readonly Row[] => [...new Map(pages.flatMap(({ rows }) => rows).map(row => [row.id, row])).values()]
