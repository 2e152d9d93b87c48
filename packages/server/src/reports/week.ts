import { weekStart } from '@parley/core/text/days'
import { calendar } from '@parley/core/text/format'
import { dayNo, dayText, type WorkspaceDays } from './days.ts'
import type { Stretch } from './range.ts'

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
  const wanted = clock(as)
  const passed = days.start(no).getTime() + (as.getTime() - days.start(days.of(as)).getTime())
  // The clock was changed on one of the two days, or on none.
  const off = ((wanted - clock(new Date(passed)) + 1.5 * dayMs) % dayMs) - dayMs / 2
  let [before, on] = [passed + off, passed]
  if (clock(new Date(before)) === wanted) on = before
  while (on - before > 1) {
    const middle = Math.floor((before + on) / 2)
    if (clock(new Date(middle)) < wanted) before = middle
    else on = middle
  }
  const [first, last] = [days.start(no).getTime(), days.start(no + 1).getTime()]
  return new Date(Math.min(last, Math.max(first, on)))
}

/** Milliseconds that the clock of the zone shows since midnight; it shows whole minutes and the instant's own rest. */
const clockMs = (timeZone: string) => {
  const zone = calendar(timeZone)
  return (at: Date): number => {
    const [hours = 0, minutes = 0] = zone.clock(at).split(':').map(Number)
    return (hours * 60 + minutes) * 60_000 + (((at.getTime() % 60_000) + 60_000) % 60_000)
  }
}
