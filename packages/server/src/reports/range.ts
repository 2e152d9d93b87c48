import { Refusal } from '@parley/core/errors'
import { longestDaily } from '@parley/core/reports/constants'
import { type DayNo, dayNo, dayText, firstDay, type WorkspaceDays } from './days.ts'

/** From an instant to before another. */
export interface Stretch {
  readonly start: Date
  readonly end: Date
}

/** The days of a figure, as far as anything can lie in them: up to today. Empty when `to` is before `from`. */
export interface Range extends Stretch {
  readonly from: DayNo
  readonly to: DayNo
}

/** Both days are included. */
export interface AskedRange {
  readonly start_date: string
  readonly end_date: string
}

/**
 * The part of an asked range that can hold anything.
 * @throws Refusal input.invalid naming `end_date`
 */
export function rangeOf(asked: AskedRange, days: WorkspaceDays, now: Date): Range {
  if (asked.end_date < asked.start_date) {
    throw Refusal.field(
      'end_date',
      'is before start_date: both days are included, so it is the same day or a later one',
    )
  }
  const today = days.of(now)
  const from = Math.min(Math.max(firstDay, dayNo(asked.start_date)), today + 1)
  const to = Math.max(from - 1, Math.min(today, dayNo(asked.end_date)))
  return spanOf(days, from, to)
}

/** Whole days. */
export const spanOf = (days: WorkspaceDays, from: DayNo, to: DayNo): Range => ({
  from,
  to,
  start: days.start(from),
  end: days.start(to + 1),
})

/** A stretch in two parts: whole days that are rolled up (none when `to` is before `from`), and what is read from the rows. */
export interface Split {
  readonly from: DayNo
  readonly to: DayNo
  readonly rest: Stretch
}

/** Splits a stretch that begins with a day; `through` is the last day that is rolled up. */
export function split(days: WorkspaceDays, { start, end }: Stretch, through: DayNo): Split {
  const from = days.of(start)
  const to = Math.max(from - 1, Math.min(through, days.of(end) - 1))
  return { from, to, rest: { start: days.start(to + 1), end } }
}

/**
 * Every day of a range up to today, the oldest first.
 * @throws Refusal input.invalid naming `start_date`, where they are too many
 */
export function daysOf(asked: AskedRange, range: Range): readonly DayNo[] {
  const first = dayNo(asked.start_date)
  const count = Math.max(0, range.to - first + 1)
  if (count > longestDaily) {
    const sentence = `is more than ten years before the last day: ask for ${dayText(range.to - longestDaily + 1)} or later, or without include_daily`
    throw Refusal.field('start_date', sentence)
  }
  return Array.from({ length: count }, (_, place) => first + place)
}
