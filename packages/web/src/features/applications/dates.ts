import { calendar } from '@parley/core/rules/format'

/** The viewer's own calendar. */
export const local = calendar()

const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const shortDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const calendarDate = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** "4 Mar 1991" for "1991-03-04", the same in every time zone. */
export const dayLabel = (day: string): string => calendarDate.format(new Date(`${day}T00:00:00Z`))

/** "19 Nov 2026" */
export const dateLabel = (at: Date): string => date.format(at)

/** "19 Nov 2026, 17:48" */
export const dateTimeLabel = (at: Date): string => `${dateLabel(at)}, ${local.clock(at)}`

/** "17:48" today, else "19 Nov, 17:48", with its year unless it is this one. */
export function momentLabel(at: Date, now: Date): string {
  const [today, day] = [local.day(now), local.day(at)]
  if (today === day) return local.clock(at)
  const isThisYear = today.slice(0, 4) === day.slice(0, 4)
  return `${isThisYear ? shortDate.format(at) : dateLabel(at)}, ${local.clock(at)}`
}
