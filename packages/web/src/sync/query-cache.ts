import type { ConversationEntity } from '@parley/core/conversations/api'
import type { AnswerCache, CacheEntry } from '@parley/core/live/cache'
import { isLiveKey } from '@parley/core/live/cached'
import { cachedRow } from '@parley/core/live/cached-row'
import type { Query, QueryClient } from '@tanstack/react-query'
import { editQuery } from './cache-edit.ts'

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
