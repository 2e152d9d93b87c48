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

/** What a page that is not drawn waits instead of for its next frame, in milliseconds. */
const withoutFramesMs = 100

interface Frames {
  readonly clock: Pick<Clock, 'after'>
  /** Calls back before the next frame is drawn. */
  nextFrame(act: () => void): void
}

/**
 * Puts off work to the next frame and does all of it there at once: however many changes come in between two frames, what
 * they change is drawn once. A page in the background is not drawn; there the work waits 100 ms.
 */
export function frameScheduler(frames: Frames): (work: () => void) => void {
  let waiting: (() => void)[] = []
  let cancel: (() => void) | null = null
  const doAll = () => {
    cancel?.()
    const works = waiting
    waiting = []
    for (const work of works) work()
  }
  return work => {
    waiting.push(work)
    if (waiting.length > 1) return
    frames.nextFrame(doAll)
    cancel = frames.clock.after(withoutFramesMs, doAll)
  }
}
