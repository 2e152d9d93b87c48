import type { AgentEntity } from '../api/agents.ts'
import { type AwayStatus, awayStatuses } from '../words/agents.ts'

/** What an agent is, in the one word that every screen has for it. */
export type StatusWord = 'Available' | 'Busy' | 'On a break' | 'Offline'

/** What agents say of themselves beside being available. */
export const awayWords: Readonly<Record<AwayStatus, StatusWord>> = { BUSY: 'Busy', ON_BREAK: 'On a break' }

const awayOf = (status: string): AwayStatus | null => awayStatuses.find(one => one === status) ?? null

type Said = Pick<AgentEntity, 'status' | 'is_online'>

/** Which of the statuses that say why an agent takes nothing; null: available, or simply not there. */
export const awayStatusOf = ({ status, is_online: isOnline }: Said): AwayStatus | null =>
  isOnline ? null : awayOf(status)

/** One word for one state. */
export function statusWord(agent: Said): StatusWord {
  if (agent.is_online) return 'Available'
  const away = awayStatusOf(agent)
  return away === null ? 'Offline' : awayWords[away]
}
