import type { Clock } from '@parley/core/live/throttle'

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
