export interface Pace {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  readonly pause: (ms: number) => Promise<unknown>
}

/** A search has a time limit of its own. */
export const longestRestMs = 200

/** Does the work in its turn and returns its result; null if the caller is gone. */
export type Turns = <T>(work: () => Promise<T>, isGone: () => boolean) => Promise<T | null>

/**
 * One search after the other. A search that had to wait also rests, four times as long as the search before it took. Searches
 * without a pause would keep a processor of the database busy and slow every other call. A single search does not wait.
 */
export function startTurns({ now, pause }: Pace): Turns {
  let inLine = 0
  /** The duration of the last search in line. */
  let last = Promise.resolve(0)
  return async (work, isGone) => {
    const before = last
    const hasToWait = inLine > 0
    let over: (took: number) => void = () => undefined
    last = new Promise(resolve => {
      over = resolve
    })
    inLine += 1
    const took = await before
    if (hasToWait) await pause(Math.min(longestRestMs, 4 * took))
    const began = now()
    try {
      return isGone() ? null : await work()
    } finally {
      inLine -= 1
      over(now() - began)
    }
  }
}
