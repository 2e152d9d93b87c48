import { type ConversationStatus, conversationStatuses } from '@parley/core/api/conversations'
import { type ConversationEntity, readConversations } from '@parley/core/read/conversation'
import { readUnreadStats, type UnreadStats } from '@parley/core/read/unread-stats'
import { compareConversations, type ConversationFilter, matchesFilter } from '@parley/core/rules/conversation'
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from './client.ts'
import { sampleConversations } from './sample-conversations.ts'

const PAGE_SIZE = 500
const RECOVERY_MS = 10_000

/** How many conversations match the search, by status. */
export type StatusCounts = Readonly<Partial<Record<ConversationStatus, number>>>

/** One answer of the list call. */
export interface ConversationPage {
  readonly rows: readonly ConversationEntity[]
  /** The log number read before the rows were. */
  readonly seq: number
  readonly counts: StatusCounts | null
}

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

type Pages = InfiniteData<ConversationPage, string | undefined>

/** The cache key of a list; every list's key begins with `['conversations']`. */
export const conversationListKey = (filter: ConversationFilter) => ['conversations', filter] as const

/** The conversations of a filter, filtered and searched by the server, 500 at a time. */
export function useConversationList(filter: ConversationFilter): ConversationList {
  const client = useQueryClient()
  const key = conversationListKey(filter)
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchPage(filter, pageParam, signal),
    getNextPageParam: page => (page.rows.length < PAGE_SIZE ? undefined : page.rows.at(-1)?.id),
    // A list of a hundred pages must not be fetched anew because a window was focused.
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? RECOVERY_MS : false),
  })
  const loaded = useMemo(() => (query.data ? merged(query.data.pages) : null), [query.data])
  const failed = query.isError
  const failedAt = query.errorUpdatedAt
  const { rows, sample } = useMemo(() => {
    if (loaded) return { rows: loaded, sample: false }
    const held = heldConversations(client).filter(row => matchesFilter(row, filter))
    if (held.length > 0 || !failed) return { rows: held, sample: false }
    const samples = sampleConversations(new Date(failedAt))
    return { rows: samples.filter(row => matchesFilter(row, filter)), sample: true }
  }, [loaded, failed, failedAt, client, filter])

  return {
    rows,
    sample,
    counts: query.data?.pages[0]?.counts ?? null,
    loading: query.isPending && rows.length === 0,
    failure: failed ? 'Failed to fetch conversations' : null,
    fetchedAt: query.dataUpdatedAt === 0 ? newestFetch(client) : query.dataUpdatedAt,
    refreshing: query.isFetching && !query.isFetchingNextPage,
    refresh: () => {
      client.setQueryData<Pages>(key, firstPageOnly)
      void query.refetch()
    },
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    loadingMore: query.isFetchingNextPage,
  }
}

async function fetchPage(
  filter: ConversationFilter,
  after: string | undefined,
  signal: AbortSignal,
): Promise<ConversationPage> {
  const { value, headers } = await api.conversations({
    query: {
      limit: PAGE_SIZE,
      after,
      status: filter.status,
      search: filter.search,
      assignee_id: filter.assigneeId,
    },
    signal,
  })
  return {
    rows: readConversations(value),
    seq: Number(headers.get('Parley-Seq') ?? 0),
    counts: readCounts(headers.get('Parley-Counts')),
  }
}

function readCounts(header: string | null): StatusCounts | null {
  if (header === null) return null
  const parsed = JSON.parse(header) as Record<string, unknown>
  return Object.fromEntries(conversationStatuses.map(status => [status, Number(parsed[status] ?? 0)]))
}

/** A moving list may repeat a row on the next page: the newest page wins. */
function merged(pages: readonly ConversationPage[]): readonly ConversationEntity[] {
  if (pages.length === 1) return pages[0]?.rows ?? []
  const byId = new Map(pages.flatMap(page => page.rows).map(row => [row.id, row]))
  return [...byId.values()].toSorted(compareConversations)
}

function heldConversations(client: QueryClient): readonly ConversationEntity[] {
  const lists = client.getQueriesData<Pages>({ queryKey: ['conversations'] })
  return merged(lists.flatMap(([, data]) => data?.pages ?? []))
}

function newestFetch(client: QueryClient): number | null {
  const times = client
    .getQueryCache()
    .findAll({ queryKey: ['conversations'] })
    .map(query => query.state.dataUpdatedAt)
  return Math.max(0, ...times) || null
}

const firstPageOnly = (data: Pages | undefined): Pages | undefined =>
  data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }

const nothingUnread = readUnreadStats({})

/** The viewer's unread counts. `stale` while the newest attempt failed: the last counts are kept, or zeros. */
export function useUnreadStats(): { readonly stats: UnreadStats; readonly stale: boolean } {
  const query = useQuery({
    queryKey: ['unread-stats'],
    queryFn: async ({ signal }) => readUnreadStats((await api.unreadStats({ signal })).value),
    refetchInterval: ({ state }) => (state.status === 'error' ? RECOVERY_MS : false),
  })
  return { stats: query.data ?? nothingUnread, stale: query.isError }
}
