import { startTakeLoop, type TakeLoop } from '../take-loop.ts'
import { remindOfForm } from './remind.ts'
import { type BotDeps, takeTurn } from './turn.ts'

/** Has the bot answer, one conversation at a time: a turn takes milliseconds, and each is a transaction. */
export const startBot = (
  deps: BotDeps,
  wakeDelivery: () => void,
  onTrouble: (error: unknown) => void,
): TakeLoop =>
  startTakeLoop({
    take: async () => {
      if (!(await takeTurn(deps)) && !(await remindOfForm(deps.writer))) return null
      wakeDelivery()
      return 'answered'
    },
    work: async () => undefined,
    atOnce: 1,
    lookEveryMs: 1_000,
    onTrouble,
  })
