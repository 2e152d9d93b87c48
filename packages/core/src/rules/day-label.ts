import type { Day } from './day.ts'
import { calendar } from './format.ts'
import type { DayRange } from './period.ts'

// A day is no instant: it is written as it is, whatever zone the reader is in.
const plain = calendar('UTC')
const long = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
const at = (day: Day): Date => new Date(`${day}T00:00:00Z`)

/** "Thu, Nov 19" */
export const dayLabel = (day: Day): string => plain.dayPill(at(day))

/** "Nov 19", for the axis of a chart. */
export const shortDayLabel = (day: Day): string => plain.monthDay(at(day))

/** "Nov 1, 2026 to Nov 21, 2026"; one date for one day. */
export const rangeLabel = ({ from, to }: DayRange): string =>
  from === to ? long.format(at(from)) : `${long.format(at(from))} to ${long.format(at(to))}`
