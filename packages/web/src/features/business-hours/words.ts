import { t } from '@parley/core/text/translate'
import type { BusinessHours, HoursSpan } from '@parley/core/business-hours/api'
import { holidayOn, weekdayName } from '@parley/core/business-hours/rules'
import { addDays, type Day } from '@parley/core/text/days'
import { type Weekday, weekdays } from '@parley/core/business-hours/constants'

/** "08:00 to 12:00, 13:00 to 17:00"; "Closed" for none. */
export const spansText = (spans: readonly HoursSpan[]): string =>
  spans.length === 0 ? t('Closed') : spans.map(({ from, to }) => t('{from} to {to}', { from, to })).join(', ')

/** Days that follow each other with the same hours, as one: "Monday to Friday", "Saturday". */
export function weekLines({ week }: BusinessHours): { readonly days: string; readonly hours: string }[] {
  const lines: { first: Weekday; last: Weekday; hours: string }[] = []
  for (const day of weekdays) {
    const hours = spansText(week[day])
    const line = lines.at(-1)
    if (line?.hours === hours) line.last = day
    else lines.push({ first: day, last: day, hours })
  }
  return lines.map(({ first, last, hours }) => ({
    days:
      first === last
        ? weekdayName(first)
        : t('{first} to {last}', { first: weekdayName(first), last: weekdayName(last) }),
    hours,
  }))
}

/** The holidays of the year that begins with this day, the next first, at most so many. */
export function nextHolidays(hours: BusinessHours, today: Day, most: number): BusinessHours['holidays'] {
  const found: BusinessHours['holidays'] = []
  for (let ahead = 0; ahead < 366 && found.length < most; ahead += 1) {
    const holiday = holidayOn(hours, addDays(today, ahead))
    if (holiday !== null) found.push(holiday)
  }
  return found
}

/** What somebody types for a time, as a clock shows it: "8" and "8:00" are "08:00". What is none stays as it is. */
export function clockText(typed: string): string {
  const text = typed.trim()
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.h ]?(\d\d))?$/.exec(text) ?? []
  return hours === undefined ? text : `${hours.padStart(2, '0')}:${minutes}`
}
