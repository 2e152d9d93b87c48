/** How fast something may go: one every so many milliseconds, of which some may be borrowed and are paid back by waiting. */
export interface Pace {
  readonly everyMs: number
  /** How many may go at once where nothing is owed. */
  readonly burst: number
}

/** What WhatsApp takes for one customer of one number: a message every 6 s, 45 of them at once. */
export const pairPace: Pace = { everyMs: 6_000, burst: 45 }
/** What it takes from one number: never more than 80 within a second. */
export const numberPace: Pace = { everyMs: 14, burst: 8 }

/**
 * When the next may go; null: now. `owedUntil` is the moment by which all that went is paid back, null where nothing ever
 * went.
 */
export function freeAt({ everyMs, burst }: Pace, owedUntil: Date | null, now: Date): Date | null {
  const freeFrom = (owedUntil?.getTime() ?? 0) - (burst - 1) * everyMs
  return freeFrom > now.getTime() ? new Date(freeFrom) : null
}

/** How many may go at once. */
export const roomAt = ({ everyMs, burst }: Pace, owedUntil: Date | null, now: Date): number => {
  const owedMs = Math.max(0, (owedUntil?.getTime() ?? 0) - now.getTime())
  return Math.max(0, Math.floor(burst - owedMs / everyMs))
}

/** By when all is paid back once one more has gone. */
export const owedAfter = ({ everyMs }: Pace, owedUntil: Date | null, now: Date): Date =>
  new Date(Math.max(owedUntil?.getTime() ?? 0, now.getTime()) + everyMs)

const longestPairPauseMs = 4 ** 4 * 1_000

/** After WhatsApp refused for too many messages to one customer: 4, 16, 64 and at most 256 s (from the first try on). */
export const pairPauseMs = (tries: number): number =>
  Math.min(4 ** Math.max(tries, 1) * 1_000, longestPairPauseMs)
