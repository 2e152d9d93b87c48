import { sql } from 'kysely'
import type { AgentProfile } from '@parley/core/agents/api'
import { exceededBy, isOverloaded, workloadMetrics } from '@parley/core/agents/rules'
import type { CountedRow, CountedRows, OverloadedAgent } from '@parley/core/reports/api'
import { agentProfiles, workload } from '../agents/queries.ts'
import type { Reader } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import type { Page } from './rows.ts'
import type { TeamMetric } from './sources.ts'

type TeamMember = Omit<OverloadedAgent, 'capacity_exceeded_by'>

/** The enabled agents with their current workload and capacity, by name. */
export async function teamLoad(reader: Reader): Promise<readonly TeamMember[]> {
  const { rows } = await sql<TeamMember>`
    select a.id::text as user_id, a.name as user_name, ${workload} as current_workload, a.max_capacity
    from agents a where a.disabled_at is null
    order by lower(a.name) collate "C", a.id`.execute(reader)
  return rows
}

/** Agents at or above capacity, the most overloaded first, then by name. */
export const overloadedAgents = (team: readonly TeamMember[]): OverloadedAgent[] =>
  team
    .filter(isOverloaded)
    .map(member => ({ ...member, capacity_exceeded_by: exceededBy(member) }))
    .toSorted((a, b) => b.capacity_exceeded_by - a.capacity_exceeded_by)

interface TeamFigure {
  readonly rows: (team: readonly AgentProfile[]) => readonly AgentProfile[]
  readonly figure: (rows: readonly AgentProfile[]) => number
  readonly value: (member: AgentProfile) => number | null
}

const count = (rows: readonly AgentProfile[]) => rows.length
const uncounted = () => null
const isOnline = (member: AgentProfile) => member.is_online

/** The figures whose rows are agents; docs/metrics.md, "Workload and availability". */
export const teamFigures: Record<TeamMetric, TeamFigure> = {
  total_agents: { rows: team => team, figure: count, value: uncounted },
  overloaded_agents: { rows: team => team.filter(isOverloaded), figure: count, value: uncounted },
  avg_utilization: {
    rows: team => team.filter(member => member.max_capacity > 0),
    figure: rows => workloadMetrics(rows).avg_utilization_percentage,
    value: member => (member.current_workload / member.max_capacity) * 100,
  },
  max_workload: {
    rows: team => team,
    figure: rows => workloadMetrics(rows).max_workload,
    value: member => member.current_workload,
  },
  available_agents: { rows: team => team.filter(isOnline), figure: count, value: uncounted },
  agents_with_capacity: {
    rows: team => team.filter(member => isOnline(member) && !isOverloaded(member)),
    figure: count,
    value: uncounted,
  },
}

/** A figure of the team now, and one page of its agents, by id, without those whose figures the viewer may not see. */
export async function teamRows(
  reader: Reader,
  { rows, figure, value }: TeamFigure,
  seesFiguresOf: (agentId: string) => boolean,
  { limit, after }: Page,
  now: Date,
): Promise<Omit<CountedRows, 'as_of'>> {
  const enabled = await teamLoad(reader)
  const team = rows(await agentProfiles(reader, { skip: 0, limit: enabled.length }, now))
  const seen = team.filter(member => seesFiguresOf(member.id))
  const from = after === undefined ? 0 : (idOf(after) ?? 0)
  const behind = seen
    .filter(member => Number(member.id) > from)
    .toSorted((a, b) => Number(a.id) - Number(b.id))
  const shown = behind.slice(0, limit)
  return {
    bounded: seen.length < team.length,
    figure: figure(team),
    rows: shown.map(
      (member): CountedRow => ({
        kind: 'agent',
        id: member.id,
        conversation_id: null,
        name: member.name ?? '',
        phone_number: null,
        label: null,
        at: null,
        value: value(member),
      }),
    ),
    next: behind.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
