import { calendar, momentLabel as momentIn } from '@parley/core/text/format'

/** The viewer's own calendar. */
export const local = calendar()

const parts = { month: 'short', day: 'numeric', year: 'numeric' } as const
const date = new Intl.DateTimeFormat('en-US', parts)
const calendarDate = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' })

/** "Mar 4, 1991" for "1991-03-04", the same in every time zone. */
export const dayLabel = (day: string): string => calendarDate.format(new Date(`${day}T00:00:00Z`))

/** "Nov 19, 2026" */
export const dateLabel = (at: Date): string => date.format(at)

/** "Nov 19, 2026, 17:48" */
export const dateTimeLabel = (at: Date): string => `${dateLabel(at)}, ${local.clock(at)}`

/** When something was done: the clock if today, else with its day, and its year unless it is this one. */
export const momentLabel = (at: Date, now: Date): string => momentIn(local, at, now)
