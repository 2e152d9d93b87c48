import type { ChangeFrame } from '../sockets/api.ts'
import type { ConversationEntity } from '../conversations/api.ts'
import { readConversation } from '../read/entities.ts'
import { unreadCount } from '../conversations/unread.ts'
import { isLost, stateIn } from './sight.ts'

/** A conversation once its viewer has seen it up to a number; a mark only rises. */
export const markedConversation = (row: ConversationEntity, seenNo: number): ConversationEntity => {
  const seen_no = Math.max(row.seen_no, seenNo)
  return { ...row, seen_no, unread_count: unreadCount(row.inbound_no, seen_no) }
}

/** One conversation after a frame; null: there is none that the viewer may see. */
export function applyToConversation(
  held: ConversationEntity | null,
  frame: ChangeFrame,
): ConversationEntity | null {
  if (held === null || isLost(frame, held.id)) return null
  const state = stateIn(frame)
  if (state?.id === held.id) return readConversation({ seen_no: held.seen_no, ...state })
  if (frame.event === 'read' && frame.data.conversation_id === held.id)
    return markedConversation(held, frame.data.seen_no)
  return held
}
