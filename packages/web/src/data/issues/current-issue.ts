import { useSyncExternalStore } from 'react'

const selected = new Map<string, string>()
const listeners = new Set<() => void>()

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Which issue an agent works on in a conversation, for as long as the page lives; null for none. */
export function useCurrentIssue(
  agentId: string,
  conversationId: string,
): readonly [id: string | null, select: (id: string | null) => void] {
  const place = `${agentId} ${conversationId}`
  const id = useSyncExternalStore(subscribe, () => selected.get(place) ?? null)
  const select = (next: string | null) => {
    if (next === null) selected.delete(place)
    else selected.set(place, next)
    for (const tell of listeners) tell()
  }
  return [id, select]
}
