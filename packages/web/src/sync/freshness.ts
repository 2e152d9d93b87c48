import { createStore, useStore } from '../store.ts'

/** How current the screen is. */
export interface Freshness {
  /** The socket is not caught up: what is shown may be old. */
  readonly behind: boolean
  /** The fetches that stand in for it fail too: nothing can be sent. */
  readonly cut: boolean
}

/** As long as nothing else is known. */
export const current: Freshness = { behind: false, cut: false }

const freshness = createStore(current)

/** Whether frames are missing now, said or not: what is fetched meanwhile is fetched often. */
export const lineIsBehind = createStore(false)

export const setFreshness = freshness.set

/** How current this page is. */
export const useFreshness = (): Freshness => useStore(freshness)
