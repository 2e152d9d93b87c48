/** What a conversation may ask of its queue. */
export interface QueueHandle {
  /** Returns what opens the conversation after the current one; null: there is none. */
  readonly next: () => (() => void) | null
  /** Puts the focus into the queue, on the current conversation, where the queue is beside it. */
  readonly focus: () => void
}

/** The state of a navigation by keys along the queue: the focus stays in the queue, until the page is loaded anew. */
export interface AlongTheQueue {
  /** The time origin of the page, which tells it from the next one. */
  readonly alongTheQueueOf: number
}

/** Whether this navigation goes along the queue. */
export const isAlongTheQueue = (state: unknown): boolean =>
  (state as AlongTheQueue | null)?.alongTheQueueOf === performance.timeOrigin
