/**
 * How an item of a webhook ended: as a row in a thread; in something that is there, as a status in its message and a
 * repetition in the first; kept beside the conversations; or not taken, with the reason. Every item ends as one of these.
 */
export const ends = ['shown', 'folded', 'noted', 'refused'] as const
export type End = (typeof ends)[number]

/** One item's end, with what it was folded into or why it stands in no thread. Holds no customer text. */
export interface ItemEnd {
  readonly ended: End
  /** The message that it was folded into; null where that is no message. */
  readonly messageId: number | null
  /** Of a refused one: a label of the metric. */
  readonly code: string | null
  /** A sentence. */
  readonly reason: string | null
}

export const shown: ItemEnd = { ended: 'shown', messageId: null, code: null, reason: null }

export const folded = (messageId: number | null): ItemEnd => ({ ...shown, ended: 'folded', messageId })

export const noted = (reason: string): ItemEnd => ({ ...shown, ended: 'noted', reason })

export const refused = (code: string, reason: string): ItemEnd => ({
  ...shown,
  ended: 'refused',
  code,
  reason,
})
