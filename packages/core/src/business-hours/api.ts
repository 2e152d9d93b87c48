import * as z from 'zod'
import { hoursLimits } from './constants.ts'
import { declare } from '../call.ts'
import { AgentId, Time } from '../ids.ts'
import { typedText } from '../text/typed.ts'

/** Local time, "08:00". An end may be "24:00". An end before the start is on the next day: "21:00" to "02:00". */
export const HoursSpan = z.object({
  from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:00'),
  to: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time such as 17:00'),
})
export type HoursSpan = z.output<typeof HoursSpan>

export const Holiday = z.object({
  /** "2026-06-03". A yearly one ignores the year; 29 February is 28 February in other years. */
  date: z.iso.date(),
  name: typedText(hoursLimits.holidayName).min(1, 'must not be empty'),
  yearly: z.boolean(),
})
export type Holiday = z.output<typeof Holiday>

const spans = z.array(HoursSpan).max(hoursLimits.spans)

/** Opening hours, in the workspace's time zone. */
export const BusinessHours = z.object({
  week: z.object({
    monday: spans,
    tuesday: spans,
    wednesday: spans,
    thursday: spans,
    friday: spans,
    saturday: spans,
    sunday: spans,
  }),
  holidays: z.array(Holiday).max(hoursLimits.holidays),
})
export type BusinessHours = z.output<typeof BusinessHours>

export const KeptHours = z.object({
  hours: BusinessHours,
  version: z.int(),
  /** Null: still the default. */
  updated_at: Time.nullable(),
  updated_by: z.object({ id: AgentId, name: z.string() }).nullable(),
})
export type KeptHours = z.output<typeof KeptHours>

export const businessHoursCalls = declare({
  businessHours: {
    method: 'GET',
    path: '/bot/hours',
    summary: 'When people are there',
    policy: 'desk',
    reply: KeptHours,
  },
  changeBusinessHours: {
    method: 'PUT',
    path: '/bot/hours',
    summary: 'Decide when people are there',
    policy: 'bot',
    body: z.object({ version: z.int(), hours: BusinessHours }),
    reply: KeptHours,
    problems: ['hours.changed'],
  },
})
