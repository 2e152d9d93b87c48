import type { AgentProfile, AgentState } from '@parley/core/agents/api'
import { availabilityPercentage, presenceLapsesMs } from '@parley/core/agents/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/write.ts'

interface Row {
  id: number
  name: string
  department: string | null
  status: string
  status_reason: string | null
  status_since: Date | null
  status_until: Date | null
  skills: string[]
  max_capacity: number
  last_activity_at: Date | null
  disabled: boolean
  is_online: boolean
  workload: number
}

/** Presence has lapsed if it was seen at or before this time. */
export const lapsedBefore = (now: Date): Date => new Date(now.getTime() - presenceLapsesMs)

/** Whether the agent `a` is online. */
export const isOnline = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  a.disabled_at is null and a.status = 'AVAILABLE'
  and exists (select 1 from presence p where p.agent_id = a.id and p.seen_at > ${lapsedBefore(now)}))`

/** The agent `a`'s ACTIVE conversations and open offers. */
export const workload: RawBuilder<number> = sql<number>`(
  (select count(*) from conversations w where w.assignee_id = a.id and w.status = 'ACTIVE')
  + (select count(*) from assignments o where o.agent_id = a.id and o.state = 'offered'))::int`

const columns = (now: Date) => sql`
  a.id, a.name, a.department, a.status, a.status_reason, a.status_since, a.status_until, a.skills, a.max_capacity,
  a.last_activity_at,
  a.disabled_at is not null as disabled, ${isOnline(now)} as is_online, ${workload} as workload`

function profileOf(row: Row): AgentProfile {
  const id = String(row.id) as AgentProfile['id']
  return {
    id,
    user_id: id,
    user_name: row.name,
    name: row.name,
    department: row.department,
    status: row.status,
    status_reason: row.status_reason,
    status_since: row.status_since?.toISOString() ?? null,
    status_until: row.status_until?.toISOString() ?? null,
    is_online: row.is_online,
    current_workload: row.workload,
    max_capacity: row.max_capacity,
    availability_percentage: availabilityPercentage(row.workload, row.max_capacity),
    skills: row.skills,
    last_activity_at: row.last_activity_at?.toISOString() ?? null,
  }
}

/** Agents by id, as events carry them. */
export async function agentStates(
  reader: Reader,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, AgentState>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select ${columns(now)} from agents a where a.id = any(${[...ids]}::bigint[])`.execute(reader)
  return new Map(rows.map(row => [row.id, { ...profileOf(row), disabled: row.disabled }]))
}

export interface AgentPage {
  readonly skip: number
  readonly limit: number
  readonly department?: string | undefined
  readonly skill?: string | undefined
}

/** Enabled agents, offline ones too, by name. */
export async function agentProfiles(reader: Reader, page: AgentPage, now: Date): Promise<AgentProfile[]> {
  const { department, skill } = page
  const inDepartment = department === undefined ? sql`true` : sql`fold(a.department) = fold(${department})`
  const skilled =
    skill === undefined
      ? sql`true`
      : sql`exists (select 1 from unnest(a.skills) s where fold(s) = fold(${skill}))`
  const { rows } = await sql<Row>`
    select ${columns(now)} from agents a
    where a.disabled_at is null and ${inDepartment} and ${skilled}
    order by lower(a.name) collate "C", a.id
    limit ${page.limit} offset ${page.skip}`.execute(reader)
  return rows.map(profileOf)
}
