import { type Calendar, calendar } from './format.ts'

/** A calendar day as "2026-11-19"; the caller knows its time zone. Days compare as text. */
export type Day = string

const dayMs = 86_400_000

const calendars = new Map<string, Calendar>()

/** The calendar of an IANA time zone, cached: creating one takes a hundred times as long as using it. */
export function calendarOf(timeZone: string): Calendar {
  const known = calendars.get(timeZone) ?? calendar(timeZone)
  calendars.set(timeZone, known)
  return known
}

/** The day of an instant in an IANA time zone. */
export const dayOf = (at: Date, timeZone: string): Day => calendarOf(timeZone).day(at)

const utc = (day: Day): Date => new Date(`${day}T00:00:00Z`)
const text = (at: Date): Day => at.toISOString().slice(0, 10)

/** `days` days later; earlier for a negative number. */
export const addDays = (day: Day, days: number): Day => text(new Date(utc(day).getTime() + days * dayMs))

/** Days between the two: 0 for the same, negative if `to` is before `from`. */
export const daysFrom = (from: Day, to: Day): number =>
  Math.round((utc(to).getTime() - utc(from).getTime()) / dayMs)

/** The first day of the month, or of the month `months` months away. */
export function monthStart(day: Day, months = 0): Day {
  const at = utc(day)
  return text(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)))
}

/** The Monday of the day's week. */
export const weekStart = (day: Day): Day => addDays(day, -((utc(day).getUTCDay() + 6) % 7))

/**
 * The first instant of a day in a time zone. If a clock change skips midnight: the first instant after the gap. If it repeats
 * midnight: the earlier one.
 */
export function dayStart(day: Day, timeZone: string): Date {
  const zone = calendarOf(timeZone)
  // Every zone is within 14 hours of UTC, so the day begins inside this window; its end is on the day, its start is not.
  let before = utc(day).getTime() - 15 * 3_600_000
  let on = utc(day).getTime() + 15 * 3_600_000
  while (on - before > 1) {
    const middle = Math.floor((before + on) / 2)
    if (zone.day(new Date(middle)) < day) before = middle
    else on = middle
  }
  return new Date(on)
}
