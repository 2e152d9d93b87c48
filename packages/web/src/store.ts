import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** A value that changes, with a way to hear of it. */
export interface Readable<T> {
  readonly get: () => T
  /** Calls back after every change. Returns how to stop. */
  readonly subscribe: (changed: () => void) => () => void
}

/** A value that parts of the page share. */
export interface Store<T> extends Readable<T> {
  /** Tells everybody, unless it is the value that is there (`Object.is`). */
  readonly set: (next: T) => void
}

/**
 * A value outside React. `whileWatched` runs when the first one subscribes, and what it returns when the last one has gone:
 * it may set the value, for what nobody kept up to date meanwhile.
 */
export function createStore<T>(initial: T, whileWatched?: (store: Store<T>) => () => void): Store<T> {
  let value = initial
  let stop: (() => void) | undefined
  const listeners = new Set<{ readonly changed: () => void }>()
  const store: Store<T> = {
    get: () => value,
    set: next => {
      if (Object.is(next, value)) return
      value = next
      // Of the moment: who comes or goes meanwhile does not count.
      const told = [...listeners]
      for (const { changed } of told) changed()
    },
    subscribe: changed => {
      // One function that subscribes twice is two subscriptions.
      const listener = { changed }
      listeners.add(listener)
      if (listeners.size === 1) stop = whileWatched?.(store)
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
  return store
}

/**
 * A value of a component as a store, the same for as long as the component stands: who is handed it is not drawn for each
 * change, only who follows it. Before the screen is painted it holds the newest.
 */
export function useAsStore<T>(value: T): Readable<T> {
  const [store] = useState(() => createStore(value))
  useLayoutEffect(() => store.set(value), [store, value])
  return store
}

/** What `select` makes of the value of a store, followed: drawn again only when it is another (`Object.is`). */
export const useSelected = <T, S>(store: Readable<T>, select: (value: T) => S): S =>
  useSyncExternalStore(store.subscribe, () => select(store.get()))

/** The value of a store, followed. */
export const useStore = <T>(store: Readable<T>): T => useSyncExternalStore(store.subscribe, store.get)
