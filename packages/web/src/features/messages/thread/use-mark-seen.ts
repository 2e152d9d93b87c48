import type { MessageEntity } from '@parley/core/messages/api'
import { highestSeen, seenAfterMs } from '@parley/core/conversations/unread'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { markSeen, seeMentions } from '../../../data/messages/message-actions.ts'
import { usePageFocus } from '../../../ui/hooks/page-focus.ts'

const againAfterMs = 10_000

/**
 * Reports messages as seen once the newest unread one has been on the screen of a focused page for 1.5 s, and again as
 * more arrive; and on leaving, what was shown to somebody who stayed for 3 s. `visible` are the messages on the screen; `newest` is the newest countable one of the thread.
 * Where notes mention the viewer, `mentionedAt` says when last: that is seen along with it, or by itself after as long.
 */
export function useMarkSeen(
  conversationId: string,
  seenNo: number,
  newest: MessageEntity | null,
  visible: readonly MessageEntity[],
  mentionedAt: string | null,
): void {
  const client = useQueryClient()
  const focused = usePageFocus()
  const [failures, setFailures] = useState(0)
  const shown = newest !== null && visible.includes(newest) ? highestSeen(visible, seenNo) : null
  const upTo = focused ? shown : null
  useEffect(() => {
    if (upTo === null) return
    const report = async () => {
      const worked = await markSeen(client, conversationId, upTo)
      if (!worked) setTimeout(() => setFailures(count => count + 1), againAfterMs)
    }
    const timer = setTimeout(() => void report(), seenAfterMs)
    return () => clearTimeout(timer)
    // `upTo` is a new object for every change of its message; only another message starts the wait anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [client, conversationId, upTo?.id, failures])
  const isMentioned = focused && mentionedAt !== null && upTo === null
  useEffect(() => {
    if (!isMentioned) return
    const report = async () => {
      const worked = await seeMentions(conversationId)
      if (!worked) setTimeout(() => setFailures(count => count + 1), againAfterMs)
    }
    const timer = setTimeout(() => void report(), seenAfterMs)
    return () => clearTimeout(timer)
    // Another mention starts the wait anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [conversationId, isMentioned, mentionedAt, failures])
  useSeenOnLeaving(conversationId, seenNo, focused, highestSeen(visible, seenNo))
}

/** Reports what was shown when the conversation is left. A page that closes has no time for it. */
function useSeenOnLeaving(id: string, seenNo: number, focused: boolean, shown: MessageEntity | null): void {
  const client = useQueryClient()
  const [visit] = useState(() => new Visit())
  const seen = useRef(seenNo)
  useEffect(() => {
    seen.current = seenNo
  }, [seenNo])
  useEffect(() => {
    visit.look(focused, shown, performance.now())
    // `shown` is a new object for every change of its message; only another message is news.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [visit, focused, shown?.id])
  useEffect(
    () => () => {
      const upTo = visit.leave(seen.current, performance.now())
      if (upTo !== null) void markSeen(client, id, upTo)
    },
    [client, id, visit],
  )
}

/** Looked at in front for this long (milliseconds) before a conversation is left, what was shown counts as seen. */
const visitedAfterMs = 3_000

/** What stood on the screen for less than this (milliseconds) was passed by: a thread that is being laid out, or scrolled. */
const shownAfterMs = 500

/** One stay in a conversation: how long somebody looked, and how far down. */
export class Visit {
  #lookedMs = 0
  #since: number | null = null
  #shown: MessageEntity | null = null
  #lastShown: MessageEntity | null = null

  /** @param shown the newest countable message on the screen; null for none @param now milliseconds */
  look(inFront: boolean, shown: MessageEntity | null, now: number): void {
    if (this.#since !== null) {
      const ms = now - this.#since
      this.#lookedMs += ms
      const isFurther = (this.#shown?.inbound_no ?? 0) > (this.#lastShown?.inbound_no ?? 0)
      if (isFurther && ms >= shownAfterMs) this.#lastShown = this.#shown
    }
    this.#since = inFront ? now : null
    this.#shown = shown
  }

  /** Up to where the conversation was seen, now that it is left; null when nobody looked long enough, or nothing is new. */
  leave(seenNo: number, now: number): MessageEntity | null {
    this.look(false, null, now)
    const isNew = (this.#lastShown?.inbound_no ?? 0) > seenNo
    return this.#lookedMs >= visitedAfterMs && isNew ? this.#lastShown : null
  }
}
