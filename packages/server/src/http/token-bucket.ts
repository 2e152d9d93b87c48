/** How much may be done at once, and how much more a second. */
export interface Budget {
  readonly burst: number
  readonly perSecond: number
}

/**
 * Counts what one client does: answers 0 while it keeps within its budget, else the milliseconds after which it may go on;
 * what is refused costs nothing. `clock` gives milliseconds from any beginning.
 */
export function tokenBucket({ burst, perSecond }: Budget, clock: () => number): () => number {
  let left = burst
  let at = clock()
  return () => {
    const now = clock()
    left = Math.min(burst, left + ((now - at) / 1000) * perSecond)
    at = now
    if (left < 1) return ((1 - left) / perSecond) * 1000
    left -= 1
    return 0
  }
}
