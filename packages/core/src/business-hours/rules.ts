import { t } from '../text/translate.ts'
import type { BusinessHours, HoursSpan } from './api.ts'
import { hoursLimits, type Weekday, weekdays } from './constants.ts'
import { lengthOf } from '../text/length.ts'
import type { FieldProblems } from '../messages/ask-rules.ts'
import { addDays, calendarOf, type Day, dayOf, daysFrom, dayStart, weekStart } from '../text/days.ts'

const minuteMs = 60_000
const workday = [{ from: '08:00', to: '17:00' }]

export const defaultBusinessHours: BusinessHours = {
  week: {
    monday: workday,
    tuesday: workday,
    wednesday: workday,
    thursday: workday,
    friday: workday,
    saturday: [{ from: '09:00', to: '13:00' }],
    sunday: [],
  },
  holidays: [],
}

const weekdayOf = (day: Day): Weekday => weekdays[daysFrom(weekStart(day), day)] ?? 'monday'

const leapDay = '02-29'

/** The date of a yearly holiday in a year; 29 February is 28 February in a year without it. */
const dayInYear = (date: Day, year: string): string =>
  date.slice(5) === leapDay && !isDay(`${year}-${leapDay}`) ? '02-28' : date.slice(5)

/** Whether a holiday has another date in most years. */
export const isOnLeapDay = ({
  date,
  yearly,
}: Pick<BusinessHours['holidays'][number], 'date' | 'yearly'>): boolean => yearly && date.slice(5) === leapDay

/** The holiday on a day; null: none. */
export const holidayOn = ({ holidays }: BusinessHours, day: Day): BusinessHours['holidays'][number] | null =>
  holidays.find(
    ({ date, yearly }) => date === day || (yearly && dayInYear(date, day.slice(0, 4)) === day.slice(5)),
  ) ?? null

/** Whether a span ends on the next day. */
export const isOvernight = ({ from, to }: HoursSpan): boolean => to < from

/**
 * The spans that start on a day, in order; none on a holiday. A span past midnight belongs to its first day, even if the
 * next day is a holiday.
 */
const spansOn = (hours: BusinessHours, day: Day): readonly HoursSpan[] =>
  holidayOn(hours, day) === null ? hours.week[weekdayOf(day)] : []

/** @param timeZone IANA, the workspace's */
export function isOpenAt(hours: BusinessHours, now: Date, timeZone: string): boolean {
  const clock = calendarOf(timeZone).clock(now)
  const today = dayOf(now, timeZone)
  return (
    spansOn(hours, today).some(span => span.from <= clock && (isOvernight(span) || clock < span.to)) ||
    spansOn(hours, addDays(today, -1)).some(span => isOvernight(span) && clock < span.to)
  )
}

/** A year with a leap day, and the week after it. */
const farthestDays = 373

/** The next opening after now; null: not within a year. @param timeZone IANA, the workspace's */
export const nextOpeningAfter = (hours: BusinessHours, now: Date, timeZone: string): Date | null =>
  nextChange(hours, now, timeZone, true)

/** The next closing after now; null: not within a year. @param timeZone IANA, the workspace's */
export const nextClosingAfter = (hours: BusinessHours, now: Date, timeZone: string): Date | null =>
  nextChange(hours, now, timeZone, false)

function nextChange(hours: BusinessHours, now: Date, timeZone: string, isOpening: boolean): Date | null {
  const today = dayOf(now, timeZone)
  for (let ahead = 0; ahead <= farthestDays; ahead += 1) {
    const day = addDays(today, ahead)
    const edges = isOpening
      ? spansOn(hours, day).map(({ from }) => from)
      : [
          ...spansOn(hours, day).filter(span => !isOvernight(span)),
          ...spansOn(hours, addDays(day, -1)).filter(isOvernight),
        ].map(({ to }) => to)
    for (const clock of edges.toSorted()) {
      const at = instantOf(day, clock, timeZone)
      // Between adjoining spans there is neither an opening nor a closing.
      const other = new Date(at.getTime() + (isOpening ? -minuteMs : 0))
      if (at > now && !isOpenAt(hours, other, timeZone)) return at
    }
  }
  return null
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** The first instant of a day at or after this local time, which a clock change may skip. */
function instantOf(day: Day, clock: string, timeZone: string): Date {
  const wanted = minutesOf(clock)
  if (wanted === 24 * 60) return dayStart(addDays(day, 1), timeZone)
  const shown = (at: number) => minutesOf(calendarOf(timeZone).clock(new Date(at)))
  const plain = dayStart(day, timeZone).getTime() + wanted * minuteMs
  const moved = plain + (wanted - shown(plain)) * minuteMs
  if (shown(moved) === wanted) return new Date(moved)
  // The clock skips this time: it shows an earlier time at one instant and a later time at the other.
  let [before, on] = [Math.min(moved, plain), Math.max(moved, plain)]
  while (on - before > minuteMs) {
    const middle = before + Math.floor((on - before) / minuteMs / 2) * minuteMs
    if (shown(middle) < wanted) before = middle
    else on = middle
  }
  return new Date(on)
}

const long = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** "today at 14:00", "tomorrow at 08:00", "Monday at 08:00" within a week, else "Monday 4 January at 08:00". */
export function openingWords(opening: Date, now: Date, timeZone: string): string {
  const day = dayOf(opening, timeZone)
  return t('{day} at {opening}', {
    day: dayWords(day, daysFrom(dayOf(now, timeZone), day)),
    opening: calendarOf(timeZone).clock(opening),
  })
}

function dayWords(day: Day, ahead: number): string {
  if (ahead === 0) return 'today'
  if (ahead === 1) return 'tomorrow'
  return ahead < 7 ? weekdayName(weekdayOf(day)) : long.format(new Date(`${day}T00:00:00Z`)).replace(',', '')
}

/** "Monday" */
export const weekdayName = (weekday: Weekday): string =>
  `${weekday.slice(0, 1).toUpperCase()}${weekday.slice(1)}`

/** "3 June"; "3 June 2026" for a holiday in one year only. */
export function holidayDate({ date, yearly }: { readonly date: Day; readonly yearly: boolean }): string {
  const day = dayAndMonth.format(new Date(`${date}T00:00:00Z`))
  if (isOnLeapDay({ date, yearly })) return t('{day} (28 February in other years)', { day })
  return yearly ? day : `${day} ${date.slice(0, 4)}`
}

const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const isEnd = (text: string): boolean => text === '24:00' || isClock(text)
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

/** The stored form: in the order of the day and the year, with trimmed names. */
export function tidyHours({ week, holidays }: BusinessHours): BusinessHours {
  const sorted = (spans: readonly HoursSpan[]) =>
    spans.toSorted((a, b) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to))
  const days = Object.fromEntries(weekdays.map(day => [day, sorted(week[day])]))
  const key = ({ date, yearly }: BusinessHours['holidays'][number]) => (yearly ? date.slice(5) : date)
  return {
    week: days as BusinessHours['week'],
    holidays: holidays
      .map(one => ({ ...one, name: one.name.trim() }))
      .toSorted((a, b) => key(a).slice(-5).localeCompare(key(b).slice(-5)) || a.date.localeCompare(b.date)),
  }
}

/** Problems that prevent saving, by field ("week.monday.1", "holidays.0"). */
export function hoursProblems({ week, holidays }: BusinessHours): FieldProblems {
  const problems: Record<string, string> = {}
  for (const day of weekdays)
    for (const [place, span] of week[day].entries()) {
      const problem = spanProblem(span, week[day].slice(0, place)) ?? pastMidnight(span, day, week)
      if (problem !== null) problems[`week.${day}.${place}`] = problem
    }
  if (weekdays.every(day => week[day].length === 0))
    problems['week'] = t('must have hours on one day at least')
  for (const [place, holiday] of holidays.entries()) {
    const { date, name } = holiday
    const isSame = (one: typeof holiday) =>
      one.date === date || (one.date.slice(5) === date.slice(5) && (one.yearly || holiday.yearly))
    const same = holidays.slice(0, place).find(isSame)
    const problem = !isDay(date)
      ? t('needs a date')
      : name.trim() === ''
        ? t('needs a name')
        : lengthOf(name.trim()) > hoursLimits.holidayName
          ? t('has a name of more than {holidayName} characters', { holidayName: hoursLimits.holidayName })
          : same === undefined
            ? null
            : t('is on the day of {name}', { name: same.name })
    if (problem !== null) problems[`holidays.${place}`] = problem
  }
  return problems
}

function spanProblem({ from, to }: HoursSpan, before: readonly HoursSpan[]): string | null {
  if (!isClock(from)) return t('needs a time at which it begins')
  if (!isEnd(to)) return t('needs a time at which it ends')
  if (to === from) return t('ends at {to}, which is not after {from}, when it begins', { to, from })
  const other = before.find(one => one.from < endOf({ from, to }) && from < endOf(one))
  return other === undefined ? null : t('overlaps with {from} to {to}', { from: other.from, to: other.to })
}

/** The end of a span on its first day. */
const endOf = (span: HoursSpan): string => (isOvernight(span) ? '24:00' : span.to)

/** Whether the part of a span after midnight overlaps a span of the next day. */
function pastMidnight(span: HoursSpan, day: Weekday, week: BusinessHours['week']): string | null {
  const next = weekdays[(weekdays.indexOf(day) + 1) % weekdays.length] ?? day
  const other = isOvernight(span) ? week[next].find(one => one.from < span.to) : undefined
  return other === undefined
    ? null
    : t('overlaps with {from} to {to} on {next}', { from: other.from, to: other.to, next: weekdayName(next) })
}
