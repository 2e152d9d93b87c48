import type { MessageEntity } from '@parley/core/messages/api'

/** Looked at in front for this long (milliseconds) before a conversation is left, what was shown counts as seen. */
export const visitedAfterMs = 3_000

/** What stood on the screen for less than this (milliseconds) was passed by: a thread that is being laid out, or scrolled. */
export const shownAfterMs = 500

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
