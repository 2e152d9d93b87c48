import type { Writer } from '../db/write.ts'
import { currentSeq } from '../live/log.ts'
import { catchUp } from './catch-up.ts'
import type { WorkspaceDays } from './days.ts'

const everyMs = 1_000

/**
 * Keeps the roll-ups up to date from now on, so that whoever reads seldom has to wait for them. Of several processes one
 * at a time writes. Answers how to stop.
 */
export function startRollUps(
  writer: Writer,
  days: WorkspaceDays,
  onTrouble: (error: unknown) => void,
): () => Promise<void> {
  let done: { readonly seq: number; readonly today: number } | null = null
  let running: Promise<void> | null = null
  let isStopped = false
  const follow = async () => {
    const today = days.of(writer.now())
    const seq = await currentSeq(writer.db)
    if (done?.seq === seq && done.today === today) return
    if (await catchUp(writer, days, { wait: false, isStopped: () => isStopped })) done = { seq, today }
  }
  const run = () => {
    running ??= follow()
      .catch(onTrouble)
      .finally(() => {
        running = null
      })
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}
