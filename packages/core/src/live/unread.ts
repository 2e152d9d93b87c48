import type { LiveEvent } from '../sockets/api.ts'
import type { ConversationEntity } from '../conversations/api.ts'
import type { UnreadStats } from '../messages/api.ts'
import { tellsUnread, withUnread } from '../conversations/unread.ts'

/**
 * Unread stats after a frame, given the row that the frame left behind (null when it is not held). Null: only the server
 * knows, fetch the stats again. Counts are set and not added to, so a frame may come twice.
 */
export function applyToUnread(
  stats: UnreadStats,
  event: LiveEvent,
  row: ConversationEntity | null,
): UnreadStats | null {
  if (event.event !== 'read' && event.event !== 'conversation' && event.event !== 'sight') return stats
  return row === null || !tellsUnread(stats, row.id) ? null : withUnread(stats, row.id, row.unread_count)
}
