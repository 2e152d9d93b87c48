import { useSyncExternalStore } from 'react'

let selected: string | null = null
const listeners = new Set<() => void>()

/** Marks a conversation as the one on the screen: by rule it has nothing unread. Null: none. */
export function selectConversation(id: string | null): void {
  selected = id
  for (const tell of listeners) tell()
}

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** The conversation that is on the screen now, or null. */
export const selectedConversation = (): string | null => selected

/** The conversation on the screen, or null. */
export const useSelectedConversation = (): string | null => useSyncExternalStore(subscribe, () => selected)
