import type { Change, Writer } from '../db/write.ts'
import { startTakeLoop, type TakeLoop } from '../timers/take-loop.ts'
import { offerNext } from './offer-next.ts'

/** What changes under each look is looked at again in a second, so that it never keeps a processor busy. */
const mostChanges = 5

/**
 * Offers what waits, one conversation after the other, as long as somebody has room. Woken by what this process brings
 * about; what other processes do, and time, it notices by itself.
 */
export function startRouting(
  writer: Writer,
  deadlineMs: number,
  onTrouble: (error: unknown) => void,
): TakeLoop {
  let changes = 0
  return startTakeLoop({
    take: async () => {
      const routed = await offerNext(writer, deadlineMs)
      changes = routed === 'changed' ? changes + 1 : 0
      if (routed !== 'settled' && changes < mostChanges) return [routed]
      changes = 0
      return []
    },
    work: async () => undefined,
    atOnce: 1,
    lookEveryMs: 1_000,
    timer: writer.timer,
    onTrouble,
  })
}

/** Whether somebody may wait who did not, or have room who had none, or who is offered what is decided anew. */
export const isRoutingNews = (changes: readonly Change[]): boolean =>
  changes.some(
    ({ noun, kind }) => noun === 'agent' || noun === 'bot' || (noun === 'conversation' && kind === 'handed'),
  )
