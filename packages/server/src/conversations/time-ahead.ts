import { Refusal } from '@parley/core/errors'
import { maxSnoozeDays } from '@parley/core/conversations/constants'

/**
 * Refuses a time, by the name of its field, that is over or too far away.
 * @throws Refusal input.invalid
 */
export function requireTimeAhead(field: string, time: Date, now: Date): void {
  const latest = new Date(now.getTime() + maxSnoozeDays * 24 * 60 * 60_000)
  if (time <= now) throw Refusal.field(field, 'is not in the future: choose a later time')
  if (time > latest)
    throw Refusal.field(field, `is more than ${maxSnoozeDays} days away: choose an earlier time`)
}
