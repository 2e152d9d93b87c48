import type { ConversationEntity } from '../conversations/api.ts'
import type { AnswerCache, CacheEntry } from './cache.ts'
import type { CachedConversation, CachedList } from './cached.ts'

/** The newest cached row of a conversation: its own entry first, then any list's. */
export function cachedRow(cache: Pick<AnswerCache, 'entries'>, id: string): ConversationEntity | null {
  const entries = cache.entries()
  const isOwn = ({ key }: CacheEntry) => key[0] === 'conversation' && key[1] === id
  const own = (entries.find(isOwn)?.read() as CachedConversation | undefined)?.conversation
  if (own) return own
  for (const entry of entries) {
    if (entry.key[0] !== 'conversations') continue
    const row = (entry.read() as CachedList | undefined)?.rows.find(cached => cached.id === id)
    if (row !== undefined) return row
  }
  return null
}
