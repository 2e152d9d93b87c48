import { type Budget, tokenBucket } from '../http/token-bucket.ts'

/** Frames that a client may send at once, and how many more a second. A console sends a ping in 30 s and a word while somebody types. */
export const frameBudget: Budget = { burst: 300, perSecond: 50 }

/** Counts what one client sends: true while it keeps within what it may. `clock` gives milliseconds from any beginning. */
export function frameCounter(budget: Budget, clock: () => number): () => boolean {
  const take = tokenBucket(budget, clock)
  return () => take() === 0
}
