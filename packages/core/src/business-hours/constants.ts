/** The days of a week, Monday first. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

/** Limits, in items and characters. */
export const hoursLimits = { spans: 6, holidays: 100, holidayName: 80 } as const
