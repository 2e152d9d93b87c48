/** What turns go by. */
export interface Pace {
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  readonly pause: (ms: number) => Promise<unknown>
}

/** The longest rest, milliseconds: a search has a time limit of its own. */
export const longestRestMs = 200

/** Does the work in its turn and answers what it answers; null where nobody waited for it any more. */
export type Turns = <T>(work: () => Promise<T>, isGone: () => boolean) => Promise<T | null>

/**
 * One search after the other, and before one that had to wait a rest four times as long as the one before it took: searches without a
 * pause keep one of the database's processors busy, which every other call pays for. Who searches alone waits for nothing.
 */
export function startTurns({ now, pause }: Pace): Turns {
  let inLine = 0
  /** How long the last in line took, once it is over. */
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
