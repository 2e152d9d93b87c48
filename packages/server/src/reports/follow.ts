import type { Writer } from '../db/write.ts'
import { currentSeq } from '../live/log.ts'
import { catchUp } from './catch-up.ts'
import type { WorkspaceDays } from './days.ts'

/**
 * What keeps the roll-ups up to date when it is done again and again, so that whoever reads seldom has to wait for them.
 * Of several processes one at a time writes.
 */
export function rollUpFollower(writer: Writer, days: WorkspaceDays): (closing: AbortSignal) => Promise<void> {
  let done: { readonly seq: number; readonly today: number } | null = null
  return async closing => {
    const today = days.of(writer.now())
    const seq = await currentSeq(writer.db)
    if (done?.seq === seq && done.today === today) return
    if (await catchUp(writer, days, { wait: false, isStopped: () => closing.aborted })) done = { seq, today }
  }
}
