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
const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const at = (day: Day): Date => new Date(`${day}T00:00:00Z`)

/** Whether the days of a range are told apart only with their years. */
export const spansYears = ({ from, to }: DayRange): boolean => from.slice(0, 4) !== to.slice(0, 4)

/** "Thu, Nov 19"; within a range of more than one year "Thu, Nov 19, 2026". */
export const dayLabel = (day: Day, within: DayRange | null = null): string =>
  `${plain.dayPill(at(day))}${within !== null && spansYears(within) ? `, ${day.slice(0, 4)}` : ''}`

/** "Nov 19", for the axis of a chart; within a range of more than one year "Nov 2026". */
export const shortDayLabel = (day: Day, within: DayRange | null = null): string =>
  within !== null && spansYears(within) ? monthAndYear.format(at(day)) : plain.monthDay(at(day))

/** "Nov 1, 2026 to Nov 21, 2026"; one date for one day. */
export const rangeLabel = ({ from, to }: DayRange): string =>
  from === to ? long.format(at(from)) : `${long.format(at(from))} to ${long.format(at(to))}`
