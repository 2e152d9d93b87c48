import type { ConversationEntity } from '../conversations/api.ts'
import type { AnswerCache, CacheEntry } from './cache.ts'
import type { HeldConversation, HeldList } from './held.ts'

/** The newest held row of a conversation: its own entry first, then any list's. */
export function heldRow(cache: Pick<AnswerCache, 'entries'>, id: string): ConversationEntity | null {
  const entries = cache.entries()
  const isOwn = ({ key }: CacheEntry) => key[0] === 'conversation' && key[1] === id
  const own = (entries.find(isOwn)?.read() as HeldConversation | undefined)?.conversation
  if (own) return own
  for (const entry of entries) {
    if (entry.key[0] !== 'conversations') continue
    const row = (entry.read() as HeldList | undefined)?.rows.find(held => held.id === id)
    if (row !== undefined) return row
  }
  return null
}
