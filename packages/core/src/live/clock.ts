/** Time as the feed sees it; tests bring their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Runs once after so many milliseconds. Returns how to call it off. */
  after(ms: number, run: () => void): () => void
}
