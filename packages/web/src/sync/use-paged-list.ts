import { useMemo } from 'react'
import { createStore, type Readable, useStore } from '../store.ts'

type PageState = 'idle' | 'loading' | 'failed'

/** The page behind those that a list holds. One that failed is asked for again only when somebody says so. */
export class NextPage {
  readonly #state = createStore<PageState>('idle')
  readonly #onFailure: (cause: unknown) => void

  constructor(onFailure: (cause: unknown) => void) {
    this.#onFailure = onFailure
  }

  get state(): Readable<PageState> {
    return this.#state
  }

  /** Fetches the page and puts it into the cache, unless one is on its way or failed: call it as often as you like. */
  load(fetchPage: () => Promise<void>): void {
    if (this.#state.get() === 'idle') void this.#run(fetchPage)
  }

  /** Fetches it once more after a failure. */
  retry(fetchPage: () => Promise<void>): void {
    if (this.#state.get() === 'failed') void this.#run(fetchPage)
  }

  async #run(fetchPage: () => Promise<void>): Promise<void> {
    this.#state.set('loading')
    try {
      await fetchPage()
      this.#state.set('idle')
    } catch (cause) {
      this.#onFailure(cause)
      this.#state.set('failed')
    }
  }
}

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
