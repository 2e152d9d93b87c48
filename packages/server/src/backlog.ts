import { longestWaitMs, sendDeadlineMs } from '@parley/core/messages/delivery'
import { sql } from 'kysely'
import type { Reader } from './db/write.ts'
import { currentSeq, oldestSeq } from './live/log.ts'
import { neededUpTo } from './reports/state.ts'

/** What waits to be done, whichever process will do it. */
export interface Backlog {
  /** Seconds since somebody pressed Send or Retry for the message that has waited longest; 0 when none waits. */
  readonly oldestQueuedSeconds: number
  /** Seconds for which the file of a customer that has waited longest is still to be fetched; 0 when none is. */
  readonly oldestMediaSeconds: number
  /** Changes that the roll-ups have not read yet. */
  readonly rollUpLag: number
  /** Changes that the log holds. */
  readonly logLength: number
}

/** A deadline moves on while a limit of WhatsApp's holds the message; when it gives up does not. */
const patienceSeconds = (longestWaitMs - sendDeadlineMs) / 1_000

/** Five short reads, each by an index. */
export async function backlogOf(reader: Reader, now: Date): Promise<Backlog> {
  const { rows } = await sql<{ deadline: Date | null }>`
    select min(coalesce(give_up_at - make_interval(secs => ${patienceSeconds}), send_deadline)) as deadline
    from messages where status = 'queued'`.execute(reader)
  const deadline = rows[0]?.deadline ?? null
  const media = await sql<{ since: Date | null }>`
    select min(created_at) as since from attachments where state = 'pending'`.execute(reader)
  const mediaSince = media.rows[0]?.since ?? null
  const oldest = await oldestSeq(reader)
  const done = await neededUpTo(reader)
  // Read last, so that nothing before it is ahead of it.
  const seq = await currentSeq(reader)
  const logLength = oldest === null ? 0 : seq - oldest + 1
  return {
    oldestQueuedSeconds:
      deadline === null ? 0 : Math.max(0, (now.getTime() - deadline.getTime() + sendDeadlineMs) / 1000),
    oldestMediaSeconds: mediaSince === null ? 0 : Math.max(0, (now.getTime() - mediaSince.getTime()) / 1000),
    rollUpLag: done === null ? logLength : seq - done,
    logLength,
  }
}
