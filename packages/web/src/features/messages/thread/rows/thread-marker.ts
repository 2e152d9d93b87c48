import type { MessageEntity } from '@parley/core/messages/api'
import { firstUnread } from '@parley/core/conversations/thread'

/** Where "New messages" stands in one visit to a thread. */
export interface Marker {
  /** The message that it stands before; null: nowhere yet. Once it stands it stays until the thread is left. */
  readonly id: string | null
  /** The inbound number up to which nothing is news any more. */
  readonly metNo: number
  /** Newer messages stood behind those that were held: what comes of them was there before. */
  readonly hadNewer: boolean
}

interface Seen {
  readonly messages: readonly MessageEntity[]
  readonly hasNewer: boolean
  /** The conversation's, as far as is known. */
  readonly seenNo: number
  readonly inboundNo: number
}

/** The marker as a thread opens: before the first unread message. */
export const openingMarker = ({ messages, hasNewer, seenNo, inboundNo }: Seen): Marker => ({
  id: firstUnread(messages, seenNo, inboundNo)?.id ?? null,
  metNo: hasNewer ? seenNo : Math.max(inboundNo, newestNo(messages)),
  hadNewer: hasNewer,
})

/**
 * The marker after what is held has changed. What comes before the reader's eyes is never marked, and nothing moves a marker
 * that stands: what is read must not move.
 * @param isLooking the page is in front, with the end of the thread on the screen
 */
export function nextMarker(marker: Marker, seen: Seen, isLooking: boolean): Marker {
  const { messages, hasNewer, seenNo } = seen
  const newest = newestNo(messages)
  if (marker.id !== null || (newest <= marker.metNo && hasNewer === marker.hadNewer)) return marker
  const isMet = isLooking && !marker.hadNewer
  const knownNo = Math.max(marker.metNo, seenNo)
  const first = isMet ? null : firstUnread(messages, knownNo, newest)
  return { id: first?.id ?? null, metNo: hasNewer ? knownNo : newest, hadNewer: hasNewer }
}

const newestNo = (messages: readonly MessageEntity[]): number =>
  messages.findLast(message => message.inbound_no !== null)?.inbound_no ?? 0
