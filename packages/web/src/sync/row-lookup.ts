import type { ConversationEntity } from '@parley/core/read/conversation'
import type { QueryClient } from '@tanstack/react-query'
import type { HeldConversation, HeldList } from './cache-keys.ts'

/** The newest held row of a conversation: its own entry first, then any list's. */
export function heldRow(client: QueryClient, id: string): ConversationEntity | null {
  const own = client.getQueryData<HeldConversation>(['conversation', id])?.conversation
  if (own) return own
  for (const [, list] of client.getQueriesData<HeldList>({ queryKey: ['conversations'] })) {
    const row = list?.rows.find(row => row.id === id)
    if (row !== undefined) return row
  }
  return null
}
