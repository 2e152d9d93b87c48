import type { SnoozeEntity } from '../api/message-details.ts'
import type { Calendar } from './format.ts'

const dayMs = 24 * 60 * 60_000

/** When it was to be back, as the line that was written at `at` says it: "15:00", "Tue 09:00", "Dec 3, 09:00". */
export function snoozeTime(calendar: Calendar, until: Date, at: Date): string {
  const [day, clock] = [calendar.day(until), calendar.clock(until)]
  const days = Math.abs(Date.parse(day) - Date.parse(calendar.day(at))) / dayMs
  if (days < 1) return clock
  return days < 7 ? `${calendar.weekday(until)} ${clock}` : `${calendar.monthDay(until)}, ${clock}`
}

/** What stands in the thread of a conversation that was put off and is back. */
export function snoozeSentence({ by, end, ended_by: endedBy }: SnoozeEntity, time: string): string {
  const before = `Snoozed until ${time}${by === null ? '' : ` by ${by}`}`
  switch (end) {
    case 'time':
      return `${before} · back at its time`
    case 'customer':
      return `${before} · came back because the customer wrote`
    case 'press':
      return endedBy === null ? `${before} · brought back` : `${before} · brought back by ${endedBy}`
  }
}
