/** Work that is done again and again. */
export interface Repeated {
  /** Begins nothing more, and resolves once what runs has ended. */
  close(): Promise<void>
}

/** Runs something once after so many milliseconds; answers how to call it off. */
export type Timer = (run: () => void, ms: number) => () => void

/** The system's; it keeps no process alive. */
export const systemTimer: Timer = (run, ms) => {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

/**
 * Does work at once, and again so many milliseconds after it ended, so that it never overlaps with itself. A failure is
 * reported and the work is done again all the same.
 * @param work gets a signal that it is being closed, for work that may take long and can stop half-way
 */
export function interval(
  ms: number,
  work: (closing: AbortSignal) => unknown,
  onTrouble: (error: unknown) => void,
  timer: Timer = systemTimer,
): Repeated {
  const closing = new AbortController()
  let callOff: () => void = () => undefined
  const run = async (): Promise<void> => {
    try {
      await work(closing.signal)
    } catch (error) {
      onTrouble(error)
    }
    if (closing.signal.aborted) return
    callOff = timer(() => {
      running = run()
    }, ms)
  }
  let running = run()
  return {
    close: async () => {
      closing.abort()
      callOff()
      await running
    },
  }
}

/** Work that is asked for more often than it needs to be done. */
export interface Restrained {
  readonly ask: () => void
  /** Begins nothing more. */
  readonly close: () => void
}

/**
 * Does work when asked, never twice at once and not again before so many milliseconds have passed since it ended; what was
 * asked for meanwhile is done once, then. A failure is reported.
 */
export function throttle(
  ms: number,
  work: () => Promise<void>,
  onTrouble: (error: unknown) => void,
  timer: Timer = systemTimer,
): Restrained {
  let isResting = false
  let isAsked = false
  let isClosed = false
  let callOff: () => void = () => undefined
  const rested = () => {
    isResting = false
    if (isAsked) ask()
  }
  const rest = () => {
    if (!isClosed) callOff = timer(rested, ms)
  }
  const ask = () => {
    if (isClosed) return
    isAsked = isResting
    if (isResting) return
    isResting = true
    work().catch(onTrouble).then(rest, onTrouble)
  }
  return {
    ask,
    close: () => {
      isClosed = true
      callOff()
    },
  }
}
