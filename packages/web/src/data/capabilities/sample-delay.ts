import type { Clock } from '@parley/core/live/throttle'
import { systemClock } from '../../sync/clock.ts'

/** Lets so many milliseconds pass. */
export type Delay = (ms: number) => Promise<void>

/** How long an operation on sample data takes (API-53), in milliseconds. */
export const sampleDelayMs = 500
/** How long creating a sample issue takes (ISSUE-04), in milliseconds. */
export const sampleCreationMs = 800

export const delayBy =
  (clock: Clock): Delay =>
  ms =>
    new Promise(resolve => clock.after(ms, resolve))

/** The browser's own time. */
export const systemDelay: Delay = delayBy(systemClock)
