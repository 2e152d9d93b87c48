import { interval, type Repeated, type Timer } from './interval.ts'

/** What a loop needs to take work from a table and do it. */
export interface ClaimLoopOptions<T> {
  /**
   * Takes what is due, `room` pieces at most, leased to this process; none: nothing is. "held": other transactions have the
   * rows of all that is, as while they store a status, and it looks again in a moment.
   */
  readonly claim: (room: number) => Promise<readonly T[] | 'held'>
  readonly work: (taken: T) => Promise<void>
  readonly atOnce: number
  /** Also looks this often: for what became due, and for what another process queued. */
  readonly lookEveryMs: number
  /** The system's where nothing else is said. */
  readonly timer?: Timer | undefined
  readonly onTrouble: (error: unknown) => void
}

/** Closing it waits for what is in flight too. */
export interface ClaimLoop extends Repeated {
  /** Something was queued. */
  readonly wake: () => void
}

/** Milliseconds until it looks again for what is held. */
const heldMs = 20

/** Takes pieces of work and does several at once, until closed. A failure is reported and does not stop the loop. */
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
        // Woken between the last look and here.
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
