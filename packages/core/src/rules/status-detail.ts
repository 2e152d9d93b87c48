import type { AgentEntity } from '../api/agents.ts'
import { maxStatusReason } from '../words/agents.ts'
import { awayStatusOf, statusWord } from './own-status.ts'
import { timeLeft } from './time-left.ts'

type SaidWhy = Pick<AgentEntity, 'status' | 'is_online' | 'status_reason' | 'status_since' | 'status_until'>

const minuteMs = 60_000

/** "for 12 min", "for 2 h 5 min". Milliseconds. */
function goneFor(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs))
  if (minutes < 1) return 'just now'
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `for ${rest} min`
  return rest === 0 ? `for ${hours} h` : `for ${hours} h ${rest} min`
}

/** A clock that is behind the server's, as one that ticks seldom is, leaves no more time than was said. */
const notBefore = (since: string | null, now: number): number =>
  since === null ? now : Math.max(now, new Date(since).getTime())

/**
 * Why an agent takes nothing, and for how much longer, else for how long already: "Lunch, 12 min left", "for 20 min". Null for who is
 * available or simply not there. `now`: milliseconds.
 */
export function awayDetail(agent: SaidWhy, now: number): string | null {
  if (awayStatusOf(agent) === null) return null
  const { status_reason: reason, status_since: since, status_until: until } = agent
  const time =
    until !== null
      ? timeLeft(new Date(until).getTime() - notBefore(since, now))
      : since !== null
        ? goneFor(now - new Date(since).getTime())
        : null
  const said = [reason, time].filter(part => part !== null)
  return said.length === 0 ? null : said.join(', ')
}

/** The word with what is behind it: "On a break · Lunch, 12 min left". */
export function statusLine(agent: SaidWhy, now: number): string {
  const detail = awayDetail(agent, now)
  return detail === null ? statusWord(agent) : `${statusWord(agent)} · ${detail}`
}

/** A reason as it is kept: on one line, without what stands around it; null where none is said. */
export function tidyStatusReason(said: string | null | undefined): string | null {
  const tidy = (said ?? '').replaceAll(/\s+/g, ' ').trim()
  return tidy === '' ? null : tidy.slice(0, maxStatusReason)
}
