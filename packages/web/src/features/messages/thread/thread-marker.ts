import type { ConversationEntity } from '@parley/core/conversations/api'
import { useEffect, useState } from 'react'
import type { ThreadView } from '../../../data/messages/thread.ts'
import type { MessageEntity } from '@parley/core/messages/api'
import { firstUnread } from '@parley/core/conversations/thread'

/** How far back the first unread message, or the one to open at, is looked for when a thread opens. */
export const mostLookedThrough = 600

/** Where "New messages" stands in one visit to a thread. */
interface Marker {
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

/**
 * Before which message the marker stands; null until that is settled, as the thread opens: after older pages were fetched as
 * far as the first unread message or the one to open at.
 */
export function useMarker(
  conversation: ConversationEntity,
  thread: ThreadView,
  reveal: string | null,
  isLooking: boolean,
): Marker | null {
  const { messages, hasOlder, hasNewer, older, loadOlder, state } = thread
  const { seen_no: seenNo, inbound_no: inboundNo } = conversation
  const [marker, setMarker] = useState<Marker | null>(null)
  const oldestCounted = messages.find(message => message.inbound_no !== null)?.inbound_no ?? null
  const lacksUnread = inboundNo > seenNo && (oldestCounted === null || oldestCounted > seenNo + 1)
  const mustLookFurther =
    marker === null &&
    state === 'ready' &&
    hasOlder &&
    older !== 'failed' &&
    messages.length < mostLookedThrough &&
    ((lacksUnread && !hasNewer) || (reveal !== null && messages.every(message => message.id !== reveal)))
  useEffect(() => {
    if (mustLookFurther) loadOlder()
  }, [mustLookFurther, loadOlder])
  if (state !== 'ready' || mustLookFurther) return marker
  const seen = { messages, hasNewer, seenNo, inboundNo }
  const next = marker === null ? openingMarker(seen) : nextMarker(marker, seen, isLooking)
  if (next !== marker) setMarker(next)
  return next
}
