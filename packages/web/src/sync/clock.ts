import type { Clock } from '@parley/core/live/throttle'
import { periodicEveryMs } from '@parley/core/sockets/reconnect'

/** The browser's own. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Runs something every so many milliseconds until called off. */
export function interval(clock: Clock, ms: number, run: () => void): () => void {
  let cancel = clock.after(ms, tick)
  function tick() {
    cancel = clock.after(ms, tick)
    run()
  }
  return () => cancel()
}

/** The action of every 60 s while somebody is signed in: unread stats are fetched again. Returns how to end it. */
export const startPeriodic = (clock: Clock, fetchUnread: () => Promise<void>): (() => void) =>
  interval(clock, periodicEveryMs, () => void fetchUnread())
