import type { AgentId } from '@parley/core/ids'
import type { Person } from '@parley/core/agents/people'
import { Refusal } from '@parley/core/errors'
import type { PersonState } from '@parley/core/agents/constants'
import type { Role } from '@parley/core/access/policies'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { isOnline, workload } from './profiles.ts'

interface Row {
  id: number
  name: string
  email: string
  role: Role
  department: string | null
  max_capacity: number
  takes_conversations: boolean
  invited: boolean
  disabled: boolean
  locked_until: Date | null
  second_factor: boolean
  workload: number
  is_online: boolean
  status: string
  status_reason: string | null
  status_since: Date | null
  status_until: Date | null
  last_seen_at: Date | null
  sessions: number
  created_at: Date
  creator_id: number | null
  creator: string | null
}

function stateOf(row: Row): PersonState {
  if (row.disabled) return 'disabled'
  if (row.locked_until !== null) return 'locked'
  return row.invited ? 'invited' : 'active'
}

const agentIdOf = (id: number) => String(id) as AgentId

const personOf = (row: Row): Person => ({
  id: agentIdOf(row.id),
  name: row.name,
  email: row.email,
  role: row.role,
  department: row.department,
  max_capacity: row.max_capacity,
  takes_conversations: row.takes_conversations,
  state: stateOf(row),
  locked_until: row.locked_until?.toISOString() ?? null,
  second_factor: row.second_factor,
  current_workload: row.workload,
  is_online: row.is_online,
  status: row.status,
  status_reason: row.status_reason,
  status_since: row.status_since?.toISOString() ?? null,
  status_until: row.status_until?.toISOString() ?? null,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  session_count: row.sessions,
  created_at: row.created_at.toISOString(),
  created_by: row.creator_id === null ? null : { id: agentIdOf(row.creator_id), name: row.creator ?? '' },
})

async function rowsWhere(reader: Reader, condition: RawBuilder<boolean>, now: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select a.id, a.name, a.email, a.role, a.department, a.max_capacity, a.takes_conversations,
      a.invited_at is not null as invited, a.disabled_at is not null as disabled,
      (select max(t.locked_until) from sign_in_tries t
        where t.counter = 'agent ' || a.id and t.locked_until > ${now}) as locked_until,
      exists (select 1 from second_factors f
        where f.agent_id = a.id and f.confirmed_at is not null) as second_factor,
      ${workload} as workload, ${isOnline(now)} as is_online,
      a.status, a.status_reason, a.status_since, a.status_until,
      greatest(a.last_activity_at, (select max(p.seen_at) from presence p where p.agent_id = a.id)) as last_seen_at,
      (select count(*)::int from sessions s
        where s.agent_id = a.id and s.ended_at is null and s.expires_at > ${now}) as sessions,
      a.created_at, creator.id as creator_id, creator.name as creator
    from agents a left join agents creator on creator.id = a.created_by
    where ${condition}
    order by lower(a.name) collate "C", a.id`.execute(reader)
  return rows
}

/** Every account by name, disabled ones too. */
export const people = async (reader: Reader, now: Date): Promise<Person[]> =>
  (await rowsWhere(reader, sql`true`, now)).map(personOf)

/** @throws Refusal agent.not-found */
export async function personById(reader: Reader, id: number, now: Date): Promise<Person> {
  const [row] = await rowsWhere(reader, sql`a.id = ${id}`, now)
  if (row === undefined) throw new Refusal('agent.not-found', { id })
  return personOf(row)
}
