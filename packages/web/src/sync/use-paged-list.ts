import { useMemo } from 'react'
import { useStore } from '../store.ts'
import { NextPage } from './next-page.ts'

/** What a list knows of the rows behind those it holds. */
export interface Paging {
  /** none: there are no more. failed: the next page did not come, and is asked for again by `retryMore` alone. */
  readonly more: 'none' | 'idle' | 'loading' | 'failed'
  /** Fetches the next page; does nothing unless `idle`. */
  readonly loadMore: () => void
  /** Fetches a next page of another length in its stead; null as for `loadNext`. */
  readonly loadThis: (load: (() => Promise<void>) | null) => void
  /** Fetches the page that failed. */
  readonly retryMore: () => void
}

interface PagedListSpec {
  /** Which list: what became of another one's page says nothing about this. */
  readonly list: string
  /** Whether rows are known to be behind those held. */
  readonly hasMore: boolean
  /** Fetches the next page and puts it into the cache. Null while that cannot be: the first ones are on their way. */
  readonly loadNext: (() => Promise<void>) | null
  readonly onFailure: (cause: unknown) => void
}

/** The next pages of a list, one at a time. */
export function usePagedList({ list, hasMore, loadNext, onFailure }: PagedListSpec): Paging {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another list has another next page; the words of a failure stay
  const next = useMemo(() => new NextPage(onFailure), [list])
  const state = useStore(next.state)
  return {
    more: hasMore ? state : 'none',
    loadMore: () => hasMore && loadNext !== null && next.load(loadNext),
    loadThis: load => hasMore && load !== null && next.load(load),
    retryMore: () => hasMore && loadNext !== null && next.retry(loadNext),
  }
}
