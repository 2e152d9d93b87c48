import { msg, plural, t } from '../text/translate.ts'
import { type SettableStatus, settableStatuses } from '../conversations/rules.ts'
import { ApiError } from '../errors.ts'
import { timeLeft } from '../reminders/rules.ts'
import type { WorkloadMetrics } from '../reports/api.ts'
import type { AgentEntity } from './api.ts'
import { type AwayStatus, awayStatuses, finishing } from './constants.ts'

/** The default capacity of an agent. */
export const defaultCapacity = 5

/** Milliseconds after which an unrefreshed presence expires, and the interval of its refresh. */
export const presenceLapsesMs = 60_000
export const presenceRefreshMs = 20_000

/**
 * Milliseconds of unbroken presence records before a missing presence counts: after a start or a database outage, all sockets
 * reconnect first.
 */
const presenceGraceMs = 90_000

/** The period, in milliseconds of its clock, in which a process has recorded presence: its start and its last refresh. */
export interface PresenceKept {
  readonly since: number
  readonly last: number
}

/** Two missed refreshes in a row are a gap, long before any presence expires because of them. */
const longestGapMs = 2 * presenceRefreshMs

const isUnbroken = (kept: PresenceKept | null, now: number): kept is PresenceKept =>
  kept !== null && now - kept.last <= longestGapMs

/** Called after all presences of the process were refreshed. A failed refresh leaves a gap. */
export const keepPresence = (kept: PresenceKept | null, now: number): PresenceKept => ({
  since: isUnbroken(kept, now) ? kept.since : now,
  last: now,
})

/** Whether an agent without presence is really gone, and not merely missing from our records. */
export const isAbsenceSure = (kept: PresenceKept | null, now: number): boolean =>
  isUnbroken(kept, now) && now - kept.since >= presenceGraceMs

/** Only AVAILABLE counts as online. */
export const isAvailable = (status: string): boolean => status.toUpperCase() === 'AVAILABLE'

/** Capacity under any of the three names, in this order; 5 if none is a number from 0 on. */
export function capacityOf(profile: {
  readonly max_capacity?: number | null
  readonly max_concurrent_tickets?: number | null
  readonly max_capacity_concurrent?: number | null
}): number {
  const named = [profile.max_capacity, profile.max_concurrent_tickets, profile.max_capacity_concurrent]
  return named.find(one => typeof one === 'number' && one >= 0) ?? defaultCapacity
}

/** 100 − workload / capacity × 100, never below 0; 0 for a capacity of 0. */
export const availabilityPercentage = (workload: number, capacity: number): number =>
  capacity <= 0 ? 0 : Math.min(100, Math.max(0, 100 - (workload / capacity) * 100))

/** The label of an agent in the assignment list, by availability in percent. */
export const loadLabel = (availability: number): 'Heavy Load' | 'Busy' | 'Available' =>
  availability < 20 ? msg('Heavy Load') : availability < 40 ? msg('Busy') : msg('Available')

/** The order of lists of agents: by name without case, then by id. */
export function compareAgents(
  a: { readonly name: string; readonly id: string },
  b: { readonly name: string; readonly id: string },
): number {
  const [left, right] = [a.name.toLowerCase(), b.name.toLowerCase()]
  return left === right ? Number(a.id) - Number(b.id) : left < right ? -1 : 1
}

/** The labels of statuses other than available. */
export const awayWords = {
  BUSY: msg('Busy'),
  ON_BREAK: msg('On a break'),
  FINISHING: msg('Finishing'),
} as const satisfies Readonly<Record<AwayStatus, string>>

const awayOf = (status: string): AwayStatus | null => awayStatuses.find(one => one === status) ?? null

type Said = Pick<AgentEntity, 'status' | 'is_online'>

/** The away status of an agent; null: available, or offline. */
export const awayStatusOf = ({ status, is_online: isOnline }: Said): AwayStatus | null =>
  isOnline ? null : awayOf(status)

/** An agent's status, as every screen shows it, in English. */
export type StatusWord = 'Available' | 'Offline' | (typeof awayWords)[AwayStatus]

export function statusWord(agent: Said): StatusWord {
  if (agent.is_online) return msg('Available')
  const away = awayStatusOf(agent)
  return away === null ? msg('Offline') : awayWords[away]
}

/**
 * Checks a status before it is set.
 * @throws ApiError conversation.invalid-status, `Invalid status: {value}`, for anything but the four
 */
export function settableStatus(value: string): SettableStatus {
  const status = settableStatuses.find(one => one === value)
  if (status === undefined) {
    const fields = { status: `must be one of ${settableStatuses.join(', ')}` }
    throw new ApiError('conversation.invalid-status', { value }, fields)
  }
  return status
}

type SaidWhy = Pick<AgentEntity, 'status' | 'is_online' | 'status_reason' | 'status_since' | 'status_until'>

const minuteMs = 60_000

/** "for 12 min", "for 2 h 5 min". Milliseconds. */
function goneFor(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs))
  if (minutes < 1) return t('just now')
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return t('for {minutes} min', { minutes })
  return rest === 0 ? t('for {hours} h', { hours }) : t('for {hours} h {rest} min', { hours, rest })
}

/** A browser clock behind the server's, or one that ticks seldom, must not show more time than was set. */
const notBefore = (since: string | null, now: number): number =>
  since === null ? now : Math.max(now, new Date(since).getTime())

/**
 * Why an agent takes no conversations, with the time left, else the time passed: "Lunch, 12 min left", "for 20 min". Null if the
 * agent is available or offline. `now`: milliseconds.
 */
export function awayDetail(agent: SaidWhy, now: number): string | null {
  const away = awayStatusOf(agent)
  if (away === null) return null
  const { status_reason: reason, status_since: since } = agent
  // The end of a shift is renewed: when it would run out tells nobody anything.
  const until = away === finishing ? null : agent.status_until
  const time =
    until !== null
      ? timeLeft(new Date(until).getTime() - notBefore(since, now))
      : since !== null
        ? goneFor(now - new Date(since).getTime())
        : null
  const said = [reason, time].filter(part => part !== null)
  return said.length === 0 ? null : said.join(', ')
}

/** The status with its detail: "On a break · Lunch, 12 min left". */
export function statusLine(agent: SaidWhy, now: number): string {
  const detail = awayDetail(agent, now)
  const word = t(statusWord(agent))
  return detail === null ? word : `${word} · ${detail}`
}

/** A reason in its stored form: one line, trimmed; null if empty. */
export function tidyStatusReason(said: string | null | undefined): string | null {
  const tidy = (said ?? '').replaceAll(/\s+/g, ' ').trim()
  return tidy === '' ? null : tidy
}

/** The input of the figures: an agent who may sign in. */
interface Load {
  readonly current_workload: number
  readonly max_capacity: number
}

/** At capacity counts as overloaded, so that every screen agrees. */
export const isOverloaded = ({ current_workload, max_capacity }: Load): boolean =>
  current_workload >= max_capacity

/** Why nothing is offered to the viewer, who is there and has as many conversations as they may; else null. */
export function limitSentence(agent: Load & Said): string | null {
  if (!agent.is_online || !isOverloaded(agent)) return null
  const { current_workload: load, max_capacity: capacity } = agent
  return plural(
    load - capacity + 1,
    {
      one: 'You have {load} of {capacity} conversations: no offers come until one is done.',
      other: 'You have {load} of {capacity} conversations: no offers come until {count} are done.',
    },
    { load, capacity },
  )
}

/** The excess over capacity; 0 at capacity. */
export const exceededBy = ({ current_workload, max_capacity }: Load): number =>
  Math.max(0, current_workload - max_capacity)

/** The team's figures. An agent with capacity 0 has no utilization; an empty team reads 0. */
export function workloadMetrics(team: readonly Load[]): WorkloadMetrics {
  const shares = team
    .filter(({ max_capacity }) => max_capacity > 0)
    .map(({ current_workload, max_capacity }) => (current_workload / max_capacity) * 100)
  return {
    total_agents: team.length,
    overloaded_agents: team.filter(isOverloaded).length,
    avg_utilization_percentage:
      shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length,
    max_workload: team.reduce((most, { current_workload }) => Math.max(most, current_workload), 0),
  }
}

/** The colour of a utilization in percent: red from 90, amber from 70 (WORK-06). */
export const utilizationTone = (percent: number): 'danger' | 'warn' | 'ok' =>
  percent >= 90 ? 'danger' : percent >= 70 ? 'warn' : 'ok'

/** The dashboard's counts of agents (DASH-09 to DASH-11). Overloaded also counts offline agents. */
export function availabilityCounts(team: readonly (Load & { readonly is_online: boolean })[]): {
  readonly available: number
  readonly withCapacity: number
  readonly overloaded: number
} {
  const online = team.filter(agent => agent.is_online)
  return {
    available: online.length,
    withCapacity: online.filter(agent => !isOverloaded(agent)).length,
    overloaded: team.filter(isOverloaded).length,
  }
}
