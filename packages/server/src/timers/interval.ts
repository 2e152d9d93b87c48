/** Work that repeats. */
export interface Repeated {
  /** Starts no more work, and resolves once the running work has ended. */
  close(): Promise<void>
}

/** Runs something once after so many milliseconds. Returns a function that cancels it. */
export type Timer = (run: () => void, ms: number) => () => void

/** The system's timer. It does not keep the process alive. */
export const systemTimer: Timer = (run, ms) => {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

/**
 * Runs work at once, and again so many milliseconds after it ended, so that it never overlaps. A failure is reported, and the
 * work repeats.
 * @param work gets a signal when it is closed, so that long work can stop early
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

/** Work with a minimum pause between two runs. */
export interface Restrained {
  readonly ask: () => void
  /** Starts no more work. */
  readonly close: () => void
}

/**
 * Runs work when asked, but never twice at once, and not until so many milliseconds after it ended. Requests in the meantime
 * cause one run then. A failure is reported.
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
