import type { LiveEvent } from '../sockets/api.ts'
import type { ConversationEntity } from '../conversations/api.ts'
import { readConversation } from '../read/entities.ts'
import { unreadCount } from '../conversations/unread.ts'
import { isLost, stateIn } from './visibility.ts'

/** A conversation after its viewer has read up to a number. A read cursor never moves back. */
export const markedConversation = (row: ConversationEntity, seenNo: number): ConversationEntity => {
  const seen_no = Math.max(row.seen_no, seenNo)
  return { ...row, seen_no, unread_count: unreadCount(row.inbound_no, seen_no) }
}

/** One conversation after an event; null: it does not exist, or the viewer may not see it. */
export function applyToConversation(
  cached: ConversationEntity | null,
  event: LiveEvent,
): ConversationEntity | null {
  if (cached === null || isLost(event, cached.id)) return null
  const state = stateIn(event)
  if (state?.id === cached.id) return readConversation({ seen_no: cached.seen_no, ...state })
  if (event.event === 'read' && event.data.conversation_id === cached.id)
    return markedConversation(cached, event.data.seen_no)
  return cached
}
