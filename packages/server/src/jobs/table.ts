import { endStatuses } from '../agents/status.ts'
import { handBackOfDisabled } from '../assignments/hand-back.ts'
import { expireOffers } from '../assignments/offer.ts'
import { compactTallies } from '../conversations/counts.ts'
import { markClosing } from '../conversations/reach.ts'
import { endSnoozes } from '../conversations/snooze.ts'
import type { Db } from '../db/open.ts'
import type { Writer } from '../db/write.ts'
import { tellLockouts } from '../notifications/notify.ts'
import { tidy } from '../operation/housekeeping.ts'
import { nightly, type NightlyDeps } from '../operation/nightly.ts'
import { askAll } from '../ratings/ask.ts'
import { tellReminders } from '../reminders/tell.ts'
import { rollUpFollower } from '../reports/catch-up.ts'
import type { Job } from './queue.ts'

export interface JobsDeps extends NightlyDeps {
  readonly writer: Writer
  /** Without a time limit, for long statements. */
  readonly longRunningDb: Db
  readonly wakeDelivery: () => void
}

const hour = 60 * 60

/**
 * The background jobs by name. The first five also run when an offer, a snooze, a reminder, a break or a rating falls due. Their
 * regular run finds rows that came without a job, as after a restore.
 */
export const jobsOf = (deps: JobsDeps): readonly Job[] => {
  const { writer, days, longRunningDb, wakeDelivery } = deps
  return [
    { name: 'expire offers', everyS: 60, run: () => expireOffers(writer) },
    { name: 'end snoozes', everyS: 60, run: () => endSnoozes(writer) },
    { name: 'send reminders', everyS: 60, run: () => tellReminders(writer) },
    { name: 'end breaks', everyS: 60, run: () => endStatuses(writer) },
    { name: 'ask for ratings', everyS: 60, run: () => askAll(writer, wakeDelivery) },
    { name: 'mark closing windows', everyS: 10, run: () => markClosing(writer) },
    { name: 'hand back from disabled accounts', everyS: 15, run: () => handBackOfDisabled(writer) },
    { name: 'notify of lockouts', everyS: 15, run: () => tellLockouts(writer) },
    { name: 'compact counters', everyS: 15, run: () => compactTallies(writer) },
    {
      name: 'aggregate figures',
      everyS: 15,
      isLong: true,
      run: rollUpFollower({ ...writer, db: longRunningDb }, days),
    },
    { name: 'clean up', everyS: hour, isLong: true, run: closing => tidy(writer, closing) },
    { name: 'apply retention', everyS: hour, isLong: true, run: closing => nightly(deps, closing) },
  ]
}
