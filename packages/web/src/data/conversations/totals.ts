import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ConversationFilter } from '@parley/core/conversations/rules'
import { type CachedList, keys } from '@parley/core/live/cached'
import { loadList } from '@parley/core/live/load'
import { liveOptions } from '../../sync/live-query.ts'
import { source } from '../../sync/source.ts'

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
