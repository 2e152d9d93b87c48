import { plural, t } from '@parley/core/text/translate'
import { readCopied } from '@parley/core/text/fold'
import { GB } from 'chrono-node/en'

/** A time to come, as people name it. */
export interface UsualTime {
  readonly label: string
  readonly at: Date
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
export function usualTimes(now: Date): readonly UsualTime[] {
  const toMonday = (8 - now.getDay()) % 7 || 7
  return [
    { label: t('In 1 hour'), at: inHours(now, 1) },
    { label: t('In 3 hours'), at: inHours(now, 3) },
    { label: t('Tomorrow'), at: morningOf(now, 1) },
    {
      label: plural(toMonday, { one: 'In a week', other: 'Monday' }),
      at: morningOf(now, toMonday === 1 ? 8 : toMonday),
    },
  ]
}

/**
 * The time that words name ("tomorrow 14:00", "Monday", "in 20 minutes", "3 Dec"), in the browser's zone; a day without an
 * hour means its morning. Days go before months ("5/12" is 5 December), and a day is one of the calendar however long it is.
 * Null where they name none, or one that is over.
 */
export function namedTime(words: string, now: Date): Date | null {
  const [found] = GB.parse(readCopied(words), now, { forwardDate: true })
  if (found === undefined) return null
  const { start } = found
  const day = [start.get('year') ?? 0, (start.get('month') ?? 1) - 1, start.get('day') ?? 1] as const
  const time = start.isCertain('hour') ? start.date() : new Date(...day, morning)
  return time > now ? time : null
}
