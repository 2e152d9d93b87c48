import { addDays, type Day, dayOf, dayStart, daysFrom } from '@parley/core/text/days'

/** A calendar day as the number of days since 1970-01-01: what the database counts with. */
export type DayNo = number

const epoch = '1970-01-01'
/** WhatsApp's times and ours begin here; the day before it is the first one of the zones west of Greenwich. */
export const firstDay: DayNo = -1

export const dayNo = (day: Day): DayNo => daysFrom(epoch, day)
export const dayText = (no: DayNo): Day => addDays(epoch, no)

/**
 * The calendar of the workspace. A day is everything from its first instant to the next day's: the one definition, in
 * the server and, through the starts that are handed over, in the database.
 */
export class WorkspaceDays {
  readonly timeZone: string
  readonly #starts = new Map<DayNo, Date>()

  /** @param timeZone IANA */
  constructor(timeZone: string) {
    this.timeZone = timeZone
  }

  /** The day's first instant. */
  start(no: DayNo): Date {
    const known = this.#starts.get(no)
    if (known !== undefined) return known
    const start = dayStart(dayText(no), this.timeZone)
    this.#starts.set(no, start)
    return start
  }

  /** The day that an instant falls on. */
  of(at: Date): DayNo {
    let no = dayNo(dayOf(at, this.timeZone))
    // Where a change of the clock repeats midnight the calendar's day comes back for some minutes.
    while (this.start(no) > at) no -= 1
    while (this.start(no + 1) <= at) no += 1
    return no
  }

  /** The first instants of the days of a range and of the one after it, as the database reads them. */
  starts(from: DayNo, to: DayNo): string[] {
    return Array.from({ length: Math.max(0, to - from + 2) }, (_, place) =>
      this.start(from + place).toISOString(),
    )
  }
}
