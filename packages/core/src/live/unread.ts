import type { ConversationEntity } from '../conversations/api.ts'
import { ownUnread, tellsUnread, withUnread } from '../conversations/unread.ts'
import type { UnreadStats } from '../messages/api.ts'
import { fieldsOf, numberOf } from '../read/value.ts'
import type { LiveEvent } from '../sockets/api.ts'

/**
 * The viewer's unread stats after an event, given the row after that event (null if it is not cached). Null: only the server
 * knows, fetch the stats again. Counts are set, not incremented, so an event may arrive twice.
 */
export function applyToUnread(
  stats: UnreadStats,
  event: LiveEvent,
  row: ConversationEntity | null,
  viewerId: string | null,
): UnreadStats | null {
  if (event.event !== 'read' && event.event !== 'conversation' && event.event !== 'sight') return stats
  return row === null || !tellsUnread(stats, row.id)
    ? null
    : withUnread(stats, row.id, ownUnread(row, viewerId))
}

/** A number for each status. */
export type Counts<S extends string> = Readonly<Partial<Record<S, number>>>

/** Counts after one item changed its status. */
export const moveCount = <S extends string>(counts: Counts<S>, from: S, to: S): Counts<S> =>
  from === to
    ? counts
    : { ...counts, [from]: Math.max(0, (counts[from] ?? 0) - 1), [to]: (counts[to] ?? 0) + 1 }

/** Parley-Counts: a count for each status; empty if the header is missing or unreadable. */
export function readCounts<S extends string>(header: string | null, statuses: readonly S[]): Counts<S> {
  const counts = fieldsOf(jsonOf(header ?? ''))
  const known = Object.keys(counts).length === 0 ? [] : statuses
  return Object.fromEntries(known.map(status => [status, numberOf(counts[status]) ?? 0])) as Counts<S>
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // a proxy's own header, or one cut short
  }
}
