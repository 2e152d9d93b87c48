import { useSyncExternalStore } from 'react'

/** How current the screen is. */
export interface Freshness {
  /** The socket is not caught up: what is shown may be old. */
  readonly behind: boolean
  /** The fetches that stand in for it fail too: nothing can be sent. */
  readonly cut: boolean
}

/** As long as nothing else is known. */
export const current: Freshness = { behind: false, cut: false }

let held = current
const listeners = new Set<() => void>()

export function setFreshness(next: Freshness): void {
  held = next
  for (const tell of listeners) tell()
}

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** How current this page is. */
export const useFreshness = (): Freshness => useSyncExternalStore(subscribe, () => held)
