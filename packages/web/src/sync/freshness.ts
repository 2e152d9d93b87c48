import { createStore, type Readable, useStore } from '../store.ts'

/** How current the screen is. */
export interface Freshness {
  /** The socket is not caught up: what is shown may be old. */
  readonly behind: boolean
  /** The fetches that stand in for it fail too: nothing can be sent. */
  readonly cut: boolean
  /** When what is shown was current last, in epoch milliseconds; null while it is. */
  readonly since: number | null
}

/** As long as nothing else is known. */
export const current: Freshness = { behind: false, cut: false, since: null }

const freshness = createStore(current)

/** Whether frames are missing now, said or not: what is fetched meanwhile is fetched often. */
export const lineIsBehind = createStore(false)

export const setFreshness = freshness.set

/** How current this page is, for what is no part of it. */
export const freshnessNow: Readable<Freshness> = freshness

/** Of when something is that was fetched then and kept true by frames as long as there were any; epoch milliseconds. */
export const asOf = ({ since }: Freshness, fetchedAt: number): number => Math.max(fetchedAt, since ?? 0)

/** How current this page is. */
export const useFreshness = (): Freshness => useStore(freshness)

/** Resolves when something gets through to the server; at once where it does. */
export const lineIsBack = (): Promise<void> =>
  new Promise(resolve => {
    if (!freshnessNow.get().cut) return resolve()
    const stop = freshnessNow.subscribe(() => {
      if (freshnessNow.get().cut) return
      stop()
      resolve()
    })
  })
