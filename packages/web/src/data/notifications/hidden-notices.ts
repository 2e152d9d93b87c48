import { useSyncExternalStore } from 'react'

let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function set(next: ReadonlySet<string>): void {
  hidden = next
  for (const tell of listeners) tell()
}

/** Notices that were read or cleared on this page: a poll that still has them does not bring them back. */
export const hiddenNotices = (): ReadonlySet<string> => hidden

export function hideNotices(ids: readonly string[]): void {
  if (ids.length > 0) set(new Set([...hidden, ...ids]))
}

/** The server did not hear of it: the next poll shows them again. */
export const unhideNotices = (ids: readonly string[]): void =>
  set(new Set([...hidden].filter(id => !ids.includes(id))))

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** The same, followed. */
export const useHiddenNotices = (): ReadonlySet<string> => useSyncExternalStore(subscribe, hiddenNotices)
