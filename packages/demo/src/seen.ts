import type { Role } from './casting.ts'
import type { Ledger } from './ledger.ts'
import type { Draw } from './random.ts'

const dayMinutes = 24 * 60

/** How likely it is that an agent has seen all of a conversation. */
function chanceOfSeen({ status, ago }: Role): number {
  if (status !== 'ACTIVE') return 0.97
  return ago < 60 ? 0.15 : ago < dayMinutes ? 0.35 : 0.9
}

/**
 * How far each agent has seen a conversation, as inbound numbers: who wrote in it has seen all before their last word,
 * colleagues looked at some, and what is some days old is seen by nearly everybody.
 * @param answering the agent who wrote the thread's answers
 */
export function marksOf(
  role: Role,
  { entries, inboundNo }: Ledger,
  answering: number,
  agents: number,
  draw: Draw,
): number[] {
  const lastAnswer = entries.findLastIndex(entry => entry.line.by === 'agent')
  const answered = entries
    .slice(0, lastAnswer + 1)
    .reduce((most, entry) => Math.max(most, entry.inboundNo ?? 0), 0)
  return Array.from({ length: agents }, (_, agent) => {
    const least = agent === answering ? answered : 0
    const sawAll = draw.chance(chanceOfSeen(role))
    if (sawAll) return inboundNo
    return Math.max(least, draw.chance(0.5) ? answered : Math.max(0, inboundNo - draw.between(1, 5)))
  })
}

/** When an inbound message was first seen: just before the answer that follows it, else a while after its arrival. */
export function firstSeen({ entries }: Ledger, place: number, now: Date, draw: Draw): Date | null {
  const entry = entries[place]
  if (entry === undefined) return null
  const answer = entries.slice(place + 1, place + 12).find(later => later.line.by === 'agent')
  const seen =
    answer === undefined
      ? Math.min(entry.arrivedAt.getTime() + draw.between(30, 900) * 1000, now.getTime())
      : answer.at.getTime() - 20_000
  return new Date(Math.max(seen, entry.arrivedAt.getTime()))
}
