import { weekStart } from '@parley/core/rules/day'
import { calendar } from '@parley/core/rules/format'
import { dayNo, dayText, type WorkspaceDays } from './days.ts'

/** From an instant to before another. */
export interface Stretch {
  readonly start: Date
  readonly end: Date
}

/** This week so far, and last week up to the same weekday and time of the clock. */
export interface Weeks {
  readonly monday: string
  readonly current: Stretch
  readonly previous: Stretch
}

const dayMs = 86_400_000
const daysPerWeek = 7

export function weeksAt(days: WorkspaceDays, now: Date): Weeks {
  const today = days.of(now)
  const monday = dayNo(weekStart(dayText(today)))
  return {
    monday: dayText(monday),
    current: { start: days.start(monday), end: days.start(today + 1) },
    previous: { start: days.start(monday - daysPerWeek), end: sameClock(days, today - daysPerWeek, now) },
  }
}

/** The instant of a day at which the clock reads the same as at another instant; where it is skipped, right after. */
function sameClock(days: WorkspaceDays, no: number, as: Date): Date {
  const clock = clockMs(days.timeZone)
  const passed = days.start(no).getTime() + (as.getTime() - days.start(days.of(as)).getTime())
  // The clock was changed on one of the two days, or on none.
  const off = ((((clock(as) - clock(new Date(passed)) + dayMs / 2) % dayMs) + dayMs) % dayMs) - dayMs / 2
  const end = days.start(no + 1).getTime()
  return new Date(Math.min(end, Math.max(days.start(no).getTime(), passed + off)))
}

/** Milliseconds that the clock of the zone shows since midnight; it shows whole minutes and the instant's own rest. */
const clockMs = (timeZone: string) => {
  const zone = calendar(timeZone)
  return (at: Date): number => {
    const [hours = 0, minutes = 0] = zone.clock(at).split(':').map(Number)
    return (hours * 60 + minutes) * 60_000 + (((at.getTime() % 60_000) + 60_000) % 60_000)
  }
}
