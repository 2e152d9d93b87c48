import type { WorkloadMetrics } from '../api/reports.ts'

/** What the figures are computed from: an agent who may sign in. */
export interface Load {
  readonly current_workload: number
  readonly max_capacity: number
}

/** At capacity counts, so that every place says the same of an agent. */
export const isOverloaded = ({ current_workload, max_capacity }: Load): boolean =>
  current_workload >= max_capacity

/** How far above capacity; 0 at capacity. */
export const exceededBy = ({ current_workload, max_capacity }: Load): number =>
  Math.max(0, current_workload - max_capacity)

/** The team's figures. Who has a capacity of 0 has no utilization; a team of nobody has none either, and reads 0. */
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

/** How a utilization in percent is coloured: red from 90, amber from 70 (WORK-06). */
export const utilizationTone = (percent: number): 'danger' | 'warn' | 'ok' =>
  percent >= 90 ? 'danger' : percent >= 70 ? 'warn' : 'ok'

/** The dashboard's counts of agents (DASH-09 to DASH-11). Overloaded counts who is offline too. */
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
