import { calendar } from '@parley/core/rules/format'

/** The viewer's own calendar. */
export const local = calendar()

const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
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
