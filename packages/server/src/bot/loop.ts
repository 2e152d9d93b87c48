import { startTakeLoop, type TakeLoop } from '../timers/take-loop.ts'
import { remindOfForm } from './remind.ts'
import type { BotDeps } from './turn.ts'
import { openTurns } from './turns.ts'

/** Who left a form waits for hours already: nobody looks for them behind each answer. */
const remindEveryMs = 15_000

/** So long the bot lets messages be taken in before it answers, in milliseconds: a customer does not feel it. */
const lettingInMs = 100

/**
 * Has the bot answer, one group of conversations after the other.
 * @param quiet resolves when no messages are taken in, or so many milliseconds later
 */
export function startBot(
  deps: BotDeps,
  quiet: (mostMs: number) => Promise<void>,
  wakeDelivery: () => void,
  onTrouble: (error: unknown) => void,
): TakeLoop {
  const takeTurns = openTurns(deps, onTrouble)
  /** When nobody was to be reminded last, in ms since 1970. */
  let nobodyAt = Number.NEGATIVE_INFINITY
  const remind = async (): Promise<boolean> => {
    const now = deps.writer.now().getTime()
    if (now - nobodyAt < remindEveryMs) return false
    const isAnybody = await remindOfForm(deps.writer)
    if (!isAnybody) nobodyAt = now
    return isAnybody
  }
  return startTakeLoop({
    take: async () => {
      await quiet(lettingInMs)
      const turn = await takeTurns()
      if (turn === 'held') return turn
      if (turn === 'nothing' && !(await remind())) return []
      wakeDelivery()
      return ['answered']
    },
    work: async () => undefined,
    atOnce: 1,
    lookEveryMs: 2_000,
    timer: deps.writer.timer,
    onTrouble,
  })
}
