import { createStore, useStore } from '../../store.ts'

const selected = createStore<string | null>(null)

/** Marks a conversation as the one on the screen: by rule it has nothing unread. Null: none. */
export const selectConversation = selected.set

/** The conversation that is on the screen now, or null. */
export const selectedConversation = selected.get

/** The conversation on the screen, or null. */
export const useSelectedConversation = (): string | null => useStore(selected)
