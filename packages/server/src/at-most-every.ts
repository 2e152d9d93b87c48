import { systemTimer, type Timer } from './every.ts'

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
export function atMostEvery(
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
