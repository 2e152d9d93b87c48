import type { ConversationEntity } from '@parley/core/conversations/api'
import type { AnswerCache, CacheEntry } from '@parley/core/live/cache'
import { type Cached, isLiveKey } from '@parley/core/live/cached'
import { cachedRow } from '@parley/core/live/cached-row'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** What the page's query cache holds, as the feed sees it. */
export const answerCache = (client: QueryClient): AnswerCache => ({
  entries: () => live(client).map(entryOf),
  renew: async which => {
    const predicate = (query: Query) => isLiveKey(query.queryKey) && which(entryOf(query))
    client.removeQueries({ type: 'inactive', predicate })
    if (client.getQueryCache().findAll({ predicate }).length === 0) return false
    await client.invalidateQueries({ predicate })
    return true
  },
  refetch: queryKey => client.refetchQueries({ queryKey, exact: true }),
})

const live = (client: QueryClient): readonly Query[] =>
  client.getQueryCache().findAll({ predicate: ({ queryKey }) => isLiveKey(queryKey) })

function entryOf(query: Query): CacheEntry {
  return {
    key: query.queryKey,
    isShown: query.isActive(),
    seq: (query.state.data as { readonly seq: number } | undefined)?.seq ?? null,
    read: () => query.state.data,
    edit: change => editQuery(query, change),
    expire: () => query.invalidate(),
  }
}

/** The newest row of a conversation that the page holds. */
export const rowOf = (client: QueryClient, id: string): ConversationEntity | null =>
  cachedRow(answerCache(client), id)

/**
 * Changes what one entry holds and nothing else about it. `setQueryData` would also call it fresh, successful and just
 * fetched: an entry that waits to be fetched again would never be, and a failure would vanish from the screen.
 */
export function editQuery<T>(query: Query, edit: (cached: T) => T): void {
  const cached = query.state.data as T | undefined
  if (cached === undefined) return
  const edited = edit(cached)
  if (edited !== cached) query.setState({ data: edited })
}

/** The same by key; does nothing when there is no such entry. */
export function editCached<T>(client: QueryClient, queryKey: QueryKey, edit: (cached: T) => T): void {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query !== undefined) editQuery(query, edit)
}

interface Row {
  readonly id: string
}

/** Puts a row into a held list, or takes it out, until the list is fetched again. A new row stands at an end. */
export const putRow = (
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
  row: Row | null,
  end: 'first' | 'last' = 'last',
): void =>
  editCached<Cached<readonly Row[]>>(client, queryKey, cached => {
    const { value: rows } = cached
    if (row === null) return { ...cached, value: rows.filter(one => one.id !== id) }
    if (rows.some(one => one.id === id))
      return { ...cached, value: rows.map(one => (one.id === id ? row : one)) }
    return { ...cached, value: end === 'first' ? [row, ...rows] : [...rows, row] }
  })
