/** Frames that a client may send at once, and how many more a second. A console sends a ping in 30 s and a word while somebody types. */
export const frameBudget = { burst: 300, perSecond: 50 }

/** Counts what one client sends: true while it keeps within what it may. `clock` gives milliseconds from any beginning. */
export function frameCounter({ burst, perSecond }: typeof frameBudget, clock: () => number): () => boolean {
  let left = burst
  let at = clock()
  return () => {
    const now = clock()
    left = Math.min(burst, left + ((now - at) / 1000) * perSecond)
    at = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
