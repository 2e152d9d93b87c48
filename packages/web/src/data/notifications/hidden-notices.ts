import { createStore, useStore } from '../../store.ts'

const hidden = createStore<ReadonlySet<string>>(new Set())

/** Notices that were read or cleared on this page: a poll that still has them does not bring them back. */
export const hiddenNotices = hidden.get

export function hideNotices(ids: readonly string[]): void {
  if (ids.length > 0) hidden.set(new Set([...hidden.get(), ...ids]))
}

/** The server did not hear of it: the next poll shows them again. */
export const unhideNotices = (ids: readonly string[]): void =>
  hidden.set(new Set([...hidden.get()].filter(id => !ids.includes(id))))

/** The same, followed. */
export const useHiddenNotices = (): ReadonlySet<string> => useStore(hidden)
