import type { SearchReply } from '@parley/core/search/api'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../client/client.ts'
import { isSearch } from './search.ts'

/** So many of each kind. */
const mostHits = 3

/** The first hits of each kind, for whoever is still typing. */
export interface FirstHits {
  /** Null: nothing was asked for, or nothing came. */
  readonly reply: SearchReply | null
  readonly busy: boolean
}

/** What is found first; nothing is asked for where there is nothing to look for. */
export function useFirstHits(text: string): FirstHits {
  const { data, isFetching } = useQuery({
    queryKey: ['first-hits', text],
    queryFn: isSearch(text)
      ? async () => (await api.search({ query: { q: text, limit: mostHits } })).value as SearchReply
      : skipToken,
    retry: false,
    staleTime: 0,
    gcTime: 60_000,
  })
  return { reply: data ?? null, busy: isFetching }
}
