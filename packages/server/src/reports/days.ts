import { ApiError } from '@parley/core/errors'
import { longestDaily } from '@parley/core/reports/constants'
import { addDays, type Day, dayOf, daysFrom, dayStart, weekStart } from '@parley/core/text/days'
import { calendar } from '@parley/core/text/format'

/** A calendar day as the number of days since 1970-01-01, as in the database. */
export type DayNo = number

const epoch = '1970-01-01'
/** WhatsApp's times and ours begin with 1970. In zones west of Greenwich that is the day before. */
export const firstDay: DayNo = -1

export const dayNo = (day: Day): DayNo => daysFrom(epoch, day)
export const dayText = (no: DayNo): Day => addDays(epoch, no)

/**
 * The calendar of the workspace. A day lasts from its first instant to that of the next day. The database gets these instants, so
 * that both use one definition.
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
    // If a clock change repeats midnight, the calendar shows the day before again for some minutes.
    while (this.start(no) > at) no -= 1
    while (this.start(no + 1) <= at) no += 1
    return no
  }

  /** The first instants of the days of a range and of the day after, as text for the database. */
  starts(from: DayNo, to: DayNo): string[] {
    return Array.from({ length: Math.max(0, to - from + 2) }, (_, place) =>
      this.start(from + place).toISOString(),
    )
  }
}

/** From an instant to before another. */
export interface TimeRange {
  readonly start: Date
  readonly end: Date
}

/** The days of a figure, up to today. Empty when `to` is before `from`. */
export interface DayRange extends TimeRange {
  readonly from: DayNo
  readonly to: DayNo
}

/** Both days are included. */
export interface AskedRange {
  readonly start_date: string
  readonly end_date: string
}

/**
 * The part of an asked range up to today.
 * @throws ApiError input.invalid naming `end_date`
 */
export function rangeOf(asked: AskedRange, days: WorkspaceDays, now: Date): DayRange {
  if (asked.end_date < asked.start_date) {
    throw ApiError.field(
      'end_date',
      'is before start_date: both days are included, so it is the same day or a later one',
    )
  }
  const today = days.of(now)
  const from = Math.min(Math.max(firstDay, dayNo(asked.start_date)), today + 1)
  const to = Math.max(from - 1, Math.min(today, dayNo(asked.end_date)))
  return dayRange(days, from, to)
}

/** Whole days. */
export const dayRange = (days: WorkspaceDays, from: DayNo, to: DayNo): DayRange => ({
  from,
  to,
  start: days.start(from),
  end: days.start(to + 1),
})

/**
 * A time range in two parts: whole aggregated days, and the rest, which is read from the rows. No day is whole when `to` is
 * before `from`.
 */
export interface Split {
  readonly from: DayNo
  readonly to: DayNo
  readonly rest: TimeRange
}

/** Splits a time range that begins with a day; `through` is the last aggregated day. */
export function split(days: WorkspaceDays, { start, end }: TimeRange, through: DayNo): Split {
  const from = days.of(start)
  const to = Math.max(from - 1, Math.min(through, days.of(end) - 1))
  return { from, to, rest: { start: days.start(to + 1), end } }
}

/**
 * Every day of a range up to today, the oldest first.
 * @throws ApiError input.invalid naming `start_date`, if there are too many
 */
export function daysOf(asked: AskedRange, range: DayRange): readonly DayNo[] {
  const first = dayNo(asked.start_date)
  const count = Math.max(0, range.to - first + 1)
  if (count > longestDaily) {
    const sentence = `is more than ten years before the last day: ask for ${dayText(range.to - longestDaily + 1)} or later, or without include_daily`
    throw ApiError.field('start_date', sentence)
  }
  return Array.from({ length: count }, (_, place) => first + place)
}

/** This week so far, and last week up to the same weekday and time of the clock. */
export interface Weeks {
  readonly monday: string
  readonly current: TimeRange
  readonly previous: TimeRange
}

const dayMs = 86_400_000
const daysPerWeek = 7

export function weeksAt(days: WorkspaceDays, now: Date): Weeks {
  const today = days.of(now)
  const monday = dayNo(weekStart(dayText(today)))
  return {
    monday: dayText(monday),
    current: { start: days.start(monday), end: days.start(today + 1) },
    previous: { start: days.start(monday - daysPerWeek), end: sameClock(days, today - daysPerWeek, now) },
  }
}

/** The instant of a day with the same clock time as another instant. If that clock time is skipped, the first instant after. */
function sameClock(days: WorkspaceDays, no: number, as: Date): Date {
  const clock = clockMs(days.timeZone)
  const wanted = clock(as)
  const passed = days.start(no).getTime() + (as.getTime() - days.start(days.of(as)).getTime())
  // At most one of the two days has a clock change.
  const off = ((wanted - clock(new Date(passed)) + 1.5 * dayMs) % dayMs) - dayMs / 2
  let [before, on] = [passed + off, passed]
  if (clock(new Date(before)) === wanted) on = before
  while (on - before > 1) {
    const middle = Math.floor((before + on) / 2)
    if (clock(new Date(middle)) < wanted) before = middle
    else on = middle
  }
  const [first, last] = [days.start(no).getTime(), days.start(no + 1).getTime()]
  return new Date(Math.min(last, Math.max(first, on)))
}

/** Milliseconds since midnight by the zone's clock: its whole minutes, and the seconds of the instant itself. */
const clockMs = (timeZone: string) => {
  const zone = calendar(timeZone)
  return (at: Date): number => {
    const [hours = 0, minutes = 0] = zone.clock(at).split(':').map(Number)
    return (hours * 60 + minutes) * 60_000 + (((at.getTime() % 60_000) + 60_000) % 60_000)
  }
}
