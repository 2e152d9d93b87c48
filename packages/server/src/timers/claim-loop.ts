import { interval, type Repeated, type Timer } from './interval.ts'

export interface ClaimLoopOptions<T> {
  /**
   * Claims due items, at most `room`, with a lease for this process. No items: none are due. "held": other transactions have
   * locked the rows of all due items, for example to store a status. Then the loop looks again soon.
   */
  readonly claim: (room: number) => Promise<readonly T[] | 'held'>
  readonly work: (taken: T) => Promise<void>
  readonly atOnce: number
  /** Milliseconds between two looks for newly due items, and for those that another process queued. */
  readonly lookEveryMs: number
  /** The default is the system's timer. */
  readonly timer?: Timer | undefined
  readonly onTrouble: (error: unknown) => void
}

/** Closing also waits for running work. */
export interface ClaimLoop extends Repeated {
  /** Call after something was queued. */
  readonly wake: () => void
}

/** Milliseconds until the next look for locked rows. */
const heldMs = 20

/** Claims items and works on several at once, until closed. A failure is reported and does not stop the loop. */
export function startClaimLoop<T>({
  claim,
  work,
  atOnce,
  lookEveryMs,
  timer,
  onTrouble,
}: ClaimLoopOptions<T>): ClaimLoop {
  const inFlight = new Set<Promise<void>>()
  let closed = false
  let filling: Promise<void> | null = null
  let again = false
  let soon: NodeJS.Timeout | undefined

  const begin = (piece: T) => {
    const one: Promise<void> = work(piece)
      .catch(onTrouble)
      .finally(() => {
        inFlight.delete(one)
        wake()
      })
    inFlight.add(one)
  }
  const fill = async () => {
    while (again && !closed) {
      again = false
      while (!closed && inFlight.size < atOnce) {
        const taken = await claim(atOnce - inFlight.size)
        if (taken === 'held') {
          soon = setTimeout(wake, heldMs)
          break
        }
        if (taken.length === 0) break
        for (const piece of taken) begin(piece)
      }
    }
  }
  const wake = () => {
    again = true
    if (closed || filling !== null) return
    filling = fill()
      .catch(onTrouble)
      .finally(() => {
        filling = null
        // `wake` was called between the last look and here.
        if (again && !closed) wake()
      })
  }
  const look = interval(lookEveryMs, wake, onTrouble, timer)
  return {
    wake,
    close: async () => {
      closed = true
      await look.close()
      await filling
      clearTimeout(soon)
      await Promise.allSettled(inFlight)
    },
  }
}
