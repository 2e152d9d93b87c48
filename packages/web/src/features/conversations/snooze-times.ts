import { casual } from 'chrono-node/en'

/** A time to put a conversation off until. */
export interface SnoozeTime {
  readonly label: string
  readonly until: Date
}

/** At which hour a day begins that is named without one. */
const morning = 9

const inHours = (now: Date, hours: number): Date => new Date(now.getTime() + hours * 3_600_000)

function morningOf(now: Date, daysAhead: number): Date {
  const day = new Date(now)
  day.setDate(day.getDate() + daysAhead)
  day.setHours(morning, 0, 0, 0)
  return day
}

/** What is chosen most, in the browser's zone: hours from now, the next morning, and Monday's where that is another. */
export function usualTimes(now: Date): readonly SnoozeTime[] {
  const toMonday = (8 - now.getDay()) % 7 || 7
  return [
    { label: 'In 1 hour', until: inHours(now, 1) },
    { label: 'In 3 hours', until: inHours(now, 3) },
    { label: 'Tomorrow', until: morningOf(now, 1) },
    { label: toMonday === 1 ? 'In a week' : 'Monday', until: morningOf(now, toMonday === 1 ? 8 : toMonday) },
  ]
}

/**
 * The time that words name ("tomorrow 14:00", "Monday", "in 20 minutes", "3 Dec"), in the browser's zone; a day without an
 * hour means its morning. Null where they name none, or one that is over.
 */
export function namedTime(words: string, now: Date): Date | null {
  const [found] = casual.parse(words, now, { forwardDate: true })
  if (found === undefined) return null
  const until = found.start.date()
  if (!found.start.isCertain('hour')) until.setHours(morning, 0, 0, 0)
  return until > now ? until : null
}
