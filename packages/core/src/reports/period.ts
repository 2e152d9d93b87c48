import { t } from '../text/translate.ts'
import { addDays, type Day, monthStart } from '../text/days.ts'
import { calendar } from '../text/format.ts'
import { longestDaily } from './constants.ts'

/** Both days are included. */
export interface DayRange {
  readonly from: Day
  readonly to: Day
}

/** The reporting periods, in the order they are offered. */
export const periods = [
  'currentMonth',
  'previousMonth',
  'twoMonthsAgo',
  'lastQuarter',
  'lastYear',
  'custom',
] as const
export type Period = (typeof periods)[number]

/** Labels of the menu (Q-119). */
export const periodNames: Readonly<Record<Period, string>> = {
  currentMonth: t('Current Month'),
  previousMonth: t('Previous Month'),
  twoMonthsAgo: t('Two Months Ago'),
  lastQuarter: t('Last Quarter'),
  lastYear: t('Last 12 Months'),
  custom: t('Custom Date Range'),
}

const month = (first: Day): DayRange => ({ from: first, to: addDays(monthStart(first, 1), -1) })

/** The same day a year earlier; February 28 for a February 29. */
function yearBefore(day: Day): Day {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0')
  return day.endsWith('-02-29') ? `${year}-02-28` : `${year}${day.slice(4)}`
}

/** The first of the month to today: the start of every panel and of Custom. */
export const monthToDate = (today: Day): DayRange => ({ from: monthStart(today), to: today })

/**
 * The days of a period. A last quarter runs from the first of the month three months back to today (Q-117). So it is longer than
 * a quarter.
 */
export function periodRange(period: Period, today: Day): DayRange {
  switch (period) {
    case 'currentMonth':
    case 'custom':
      return monthToDate(today)
    case 'previousMonth':
      return month(monthStart(today, -1))
    case 'twoMonthsAgo':
      return month(monthStart(today, -2))
    case 'lastQuarter':
      return { from: monthStart(today, -3), to: today }
    case 'lastYear':
      return { from: yearBefore(today), to: today }
  }
}

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const quarterOf = (day: Day): number => Math.ceil(Number(day.slice(5, 7)) / 3)

/** The name of a shown period: "November 2026", "Q3 2026" after the quarter of its first day, else its name. */
export function periodLabel(period: Period, range: DayRange): string {
  switch (period) {
    case 'currentMonth':
    case 'previousMonth':
    case 'twoMonthsAgo':
      return monthNames.format(new Date(`${range.from}T00:00:00Z`))
    case 'lastQuarter':
      return `Q${quarterOf(range.from)} ${range.from.slice(0, 4)}`
    case 'lastYear':
    case 'custom':
      return periodNames[period]
  }
}

/**
 * The problem of two typed dates; null: they are a range. Only missing and impossible dates and an end before the start are
 * rejected (Q-124).
 */
export function rangeProblem({ from, to }: DayRange): string | null {
  if (!isDay(from)) return t('Give a start date.')
  if (!isDay(to)) return t('Give an end date.')
  return to < from ? t('The end date is before the start date.') : null
}

/** The same for a range with a row for each day up to `today`: the server lists at most ten years. */
export function dailyProblem(range: DayRange, today: Day | null): string | null {
  const problem = rangeProblem(range)
  if (problem !== null || today === null) return problem
  const last = range.to < today ? range.to : today
  const first = addDays(last, 1 - longestDaily)
  return range.from < first
    ? t(
        "Daily data covers ten years at most: choose {first} or later as From, or untick 'Include Daily Data'.",
        { first },
      )
    : null
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

// A day is not an instant: the reader's time zone does not matter.
const plain = calendar('UTC')
const long = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const at = (day: Day): Date => new Date(`${day}T00:00:00Z`)

/** Whether the labels of a range need years. */
const spansYears = ({ from, to }: DayRange): boolean => from.slice(0, 4) !== to.slice(0, 4)

/** "Thu, Nov 19"; within a range of more than one year "Thu, Nov 19, 2026". */
export const dayLabel = (day: Day, within: DayRange | null = null): string =>
  `${plain.dayPill(at(day))}${within !== null && spansYears(within) ? `, ${day.slice(0, 4)}` : ''}`

/** "Nov 19", for the axis of a chart; within a range of more than one year "Nov 2026". */
export const shortDayLabel = (day: Day, within: DayRange | null = null): string =>
  within !== null && spansYears(within) ? monthAndYear.format(at(day)) : plain.monthDay(at(day))

/** "Nov 1, 2026 to Nov 21, 2026"; one date for one day. */
export const rangeLabel = ({ from, to }: DayRange): string =>
  from === to
    ? long.format(at(from))
    : t('{from} to {to}', { from: long.format(at(from)), to: long.format(at(to)) })
