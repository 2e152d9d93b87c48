import type { Draw } from './random.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** Kampala is three hours ahead of UTC all year. */
const offsetMs = 3 * 3_600_000

/** The hours in which people write, in minutes of the Kampala day, and whether they write on Sundays. */
interface Hours {
  readonly from: number
  readonly to: number
  readonly sundays: boolean
}

/** Office hours, and the hours at which people use their phones. */
export const hours = {
  agent: { from: 8 * 60, to: 17 * 60 + 45, sundays: false },
  customer: { from: 6 * 60 + 30, to: 22 * 60, sundays: true },
} as const satisfies Record<string, Hours>

const local = (at: Date) => at.getTime() + offsetMs
const minuteOfDay = (at: Date) => Math.floor((local(at) % dayMs) / minuteMs)
/** 1 January 1970 was a Thursday. */
const isSunday = (at: Date) => (Math.floor(local(at) / dayMs) + 4) % 7 === 0

/** The hour of the day in Kampala, 0 to 23. */
export const hourOf = (at: Date): number => Math.floor(minuteOfDay(at) / 60)

const isOpen = (at: Date, { from, to, sundays }: Hours) =>
  minuteOfDay(at) >= from && minuteOfDay(at) < to && (sundays || !isSunday(at))

/** The instant itself if it is within these hours, else an instant within the hours before it. */
export function withinHours(at: Date, open: Hours, draw: Draw): Date {
  if (isOpen(at, open)) return at
  const midnight = Math.floor(local(at) / dayMs) * dayMs - offsetMs
  const closing = midnight + open.to * minuteMs
  let end = minuteOfDay(at) >= open.from ? closing : closing - dayMs
  if (!open.sundays && isSunday(new Date(end))) end -= dayMs
  return new Date(end - draw.between(60, (open.to - open.from) * 60) * 1000)
}
