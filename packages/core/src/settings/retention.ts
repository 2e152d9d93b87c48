import * as z from 'zod'
import { mostRetentionDays, retentionSettings } from './constants.ts'
import { declare } from '../call.ts'

const days = z.coerce.number().int().min(1).max(mostRetentionDays).optional()

/** The rows that one retention setting deletes. */
export const RetentionCount = z.object({
  setting: z.enum(retentionSettings),
  /** Up to 100,000; null: it could not be counted within two seconds. */
  count: z.int().nullable(),
  /** Whether there are more than `count`. */
  more: z.boolean(),
})
export type RetentionCount = z.output<typeof RetentionCount>

export const retentionCalls = declare({
  retentionCounts: {
    method: 'GET',
    path: '/settings/retention',
    summary: 'How much would be deleted if these days were set; settings that are not named are not counted',
    policy: 'settings',
    query: z.object({
      keep_messages_days: days,
      keep_events_days: days,
      keep_refused_days: days,
      keep_audit_days: days,
    }),
    reply: z.array(RetentionCount),
  },
})
