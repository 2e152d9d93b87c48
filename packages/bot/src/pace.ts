import type { BotState } from './state.ts'

/** Two programs that answer each other never tire; a customer does. */
const most = { replies: 40, withinMs: 10 * 60_000, same: 4 } as const

type Pace = BotState['pace']

/** The pace with one more message of the customer. */
export function paceWith(pace: Pace, text: string, now: Date): Pace {
  const isOver = now.getTime() - Date.parse(pace.since) > most.withinMs
  const last = text.trim().toLowerCase()
  const same = last !== '' && last === pace.last && !isOver ? pace.same + 1 : 0
  return isOver
    ? { since: now.toISOString(), replies: 1, same, last }
    : { ...pace, replies: pace.replies + 1, same, last }
}

/**
 * Whether whoever writes seems to be a program: more than 40 messages within ten minutes, or the same one for the fifth time.
 * A choice that was pressed, or its number, may be the same as often as one likes.
 */
export const isRunaway = ({ replies, same }: Pace, isChoice: boolean): boolean =>
  replies > most.replies || (!isChoice && same >= most.same)
