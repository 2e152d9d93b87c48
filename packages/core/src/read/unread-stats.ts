import type { UnreadStats } from '../entities/unread-stats.ts'
import { fieldsOf, listOf, numberOf, textOf } from './value.ts'

const count = (value: unknown): number => Math.max(0, Math.trunc(numberOf(value) ?? 0))

/** Reads unread stats; missing or negative counts read as 0. Never throws. */
export function readUnreadStats(raw: unknown): UnreadStats {
  const fields = fieldsOf(raw)
  const counts = Object.entries(fieldsOf(fields['conversation_unread_counts']))
  return {
    total_unread_messages: count(fields['total_unread_messages']),
    conversations_with_unread: count(fields['conversations_with_unread']),
    conversation_unread_counts: Object.fromEntries(
      counts.map(([id, n]) => [id, count(n)]).filter(([, n]) => n !== 0),
    ),
    unread_notifications: count(fields['unread_notifications']),
    unread_conversations: listOf(fields['unread_conversations']).flatMap(id => textOf(id) ?? []),
  }
}
