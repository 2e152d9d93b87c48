import type { ConversationEntity } from './api.ts'
import type { UnreadStats } from '../messages/api.ts'

/**
 * The viewer's read position, as an inbound number: their read cursor. Without one (null): the initial read position, from when
 * their account was added.
 */
export const seenUpTo = (mark: number | null, atBaseline: number): number => Math.max(mark ?? 0, atBaseline)

/** The inbound messages after the viewer's read cursor; 0 if the cursor is ahead of the known number. */
export const unreadCount = (inboundNo: number, seenNo: number): number => Math.max(0, inboundNo - seenNo)

/** How many of a conversation's messages count among the viewer's unread ones: those of a colleague's, or of nobody's, do not. */
export const ownUnread = (
  row: Pick<ConversationEntity, 'agent' | 'unread_count'>,
  viewerId: string | null,
): number => (row.agent !== null && row.agent.id === viewerId ? row.unread_count : 0)

/** Messages that do not count (outbound, system) are always read. */
export const isRead = (inboundNo: number | null, seenNo: number): boolean =>
  inboundNo === null || inboundNo <= seenNo

/** A badge's text: nothing for 0, "99+" from 100 on. */
export const badgeText = (count: number): string => (count <= 0 ? '' : count > 99 ? '99+' : String(count))

/** Whether the stats have a conversation's count: in a very large workspace they list only the newest unread ones. */
export const tellsUnread = (stats: UnreadStats, id: string): boolean => {
  const { conversation_unread_counts: counts, conversations_with_unread } = stats
  return counts[id] !== undefined || Object.keys(counts).length >= conversations_with_unread
}

/** The stats after one conversation's count became known; totals follow, never below 0. Unchanged if they lack its old count. */
export function withUnread(stats: UnreadStats, id: string, count: number): UnreadStats {
  if (!tellsUnread(stats, id)) return stats
  const old = stats.conversation_unread_counts[id] ?? 0
  const now = Math.max(0, count)
  if (old === now) return stats
  const { [id]: _, ...others } = stats.conversation_unread_counts
  const counts = now === 0 ? others : { ...others, [id]: now }
  const ids = stats.unread_conversations.filter(other => other !== id)
  const listed = Object.keys(stats.conversation_unread_counts).length
  const unlisted = Math.max(0, stats.conversations_with_unread - listed)
  return {
    ...stats,
    total_unread_messages: Math.max(0, stats.total_unread_messages + now - old),
    conversations_with_unread: unlisted + Object.keys(counts).length,
    conversation_unread_counts: counts,
    unread_conversations: now === 0 ? ids : [...ids, id],
  }
}

/** The message to report as seen: of those shown, the one with the highest inbound number above the read cursor; else null. */
export function highestSeen<M extends { readonly id: string; readonly inbound_no: number | null }>(
  shown: readonly M[],
  seenNo: number,
): M | null {
  let best: M | null = null
  for (const message of shown) {
    if (message.inbound_no === null || message.inbound_no <= seenNo) continue
    if (best?.inbound_no == null || message.inbound_no > best.inbound_no) best = message
  }
  return best
}

/** Milliseconds that the newest unread message must be visible in a focused page before it counts as seen. */
export const seenAfterMs = 1500
