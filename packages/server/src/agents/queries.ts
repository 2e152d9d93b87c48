import { type RawBuilder, sql } from 'kysely'
import type { Role } from '@parley/core/access/policies'
import type { AgentProfile, AgentState } from '@parley/core/agents/api'
import type { PersonState } from '@parley/core/agents/constants'
import type { Person } from '@parley/core/agents/people'
import { availabilityPercentage, presenceLapsesMs } from '@parley/core/agents/rules'
import { offerEnd } from '@parley/core/assignments/rules'
import { ApiError } from '@parley/core/errors'
import type { AgentId } from '@parley/core/ids'
import { pauseMs } from '@parley/core/routing/constants'
import { pausedUntil } from '@parley/core/routing/rules'
import type { Reader, Tx } from '../db/write.ts'

export interface Agent {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly disabled: boolean
}

const agents = (reader: Reader) =>
  reader
    .selectFrom('agents')
    .select([
      'id',
      'email',
      'name',
      sql<Role>`role`.as('role'),
      sql<boolean>`disabled_at is not null`.as('disabled'),
    ])

/** The agent of an e-mail address, compared without case. */
export const agentByEmail = (reader: Reader, email: string): Promise<Agent | undefined> =>
  agents(reader).where(sql`lower(email)`, '=', sql`lower(${email})`).executeTakeFirst()

/** Every agent, disabled ones too, by e-mail. */
export const listAgents = (reader: Reader): Promise<Agent[]> =>
  agents(reader).orderBy(sql`lower(email)`).execute()

/** The agent of a typed address. @throws ApiError input.invalid naming email */
export async function agentOfEmail(reader: Reader, email: string): Promise<Agent> {
  const agent = await agentByEmail(reader, email.trim())
  if (agent === undefined) throw ApiError.field('email', 'has no account')
  return agent
}

/** What decides whether routing offers an agent anything (`pausedUntil`). */
export interface PauseRow {
  passed_at: Date | null
  status_since: Date | null
}

interface ProfileRow extends PauseRow {
  id: number
  name: string
  department: string | null
  status: string
  status_reason: string | null
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

/** When the agent `a` answered "Maybe Later" or let an offer expire, as far as it still counts. Uses assignments_unanswered. */
export const passedAt = (now: Date): RawBuilder<Date | null> => sql<Date | null>`(
  select max(o.ended_at) from assignments o
  where o.agent_id = a.id and o.state in ('rejected', 'expired') and o.ended_at > ${new Date(now.getTime() - pauseMs)}
    and (o.reason_code = 'later' or (o.state = 'expired' and o.reason = ${offerEnd.silent})))`

/** Until when routing offers the agent of this row nothing; null: it does offer. */
export function pauseOf({ passed_at, status_since }: PauseRow, now: Date): Date | null {
  const times = { passedAt: passed_at?.getTime() ?? null, availableSince: status_since?.getTime() ?? null }
  const until = pausedUntil(times, now.getTime())
  return until === null ? null : new Date(until)
}

const columns = (now: Date) => sql`
  a.id, a.name, a.department, a.status, a.status_reason, a.status_since, a.status_until, a.skills, a.max_capacity,
  a.last_activity_at, ${passedAt(now)} as passed_at,
  a.disabled_at is not null as disabled, ${isOnline(now)} as is_online, ${workload} as workload`

function profileOf(row: ProfileRow, now: Date): AgentProfile {
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
    offers_paused_until: pauseOf(row, now)?.toISOString() ?? null,
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
  const { rows } = await sql<ProfileRow>`
    select ${columns(now)} from agents a where a.id = any(${[...ids]}::bigint[])`.execute(reader)
  return new Map(rows.map(row => [row.id, { ...profileOf(row, now), disabled: row.disabled }]))
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
  const { rows } = await sql<ProfileRow>`
    select ${columns(now)} from agents a
    where a.disabled_at is null and ${inDepartment} and ${skilled}
    order by lower(a.name) collate "C", a.id
    limit ${page.limit} offset ${page.skip}`.execute(reader)
  return rows.map(row => profileOf(row, now))
}

/** Whether routing offers a locked agent nothing for a while. */
export async function isPaused(tx: Tx, agentId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<PauseRow>`
    select a.status_since, ${passedAt(now)} as passed_at from agents a where a.id = ${agentId}`.execute(tx)
  return rows[0] !== undefined && pauseOf(rows[0], now) !== null
}

interface PersonRow {
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

function stateOf(row: PersonRow): PersonState {
  if (row.disabled) return 'disabled'
  if (row.locked_until !== null) return 'locked'
  return row.invited ? 'invited' : 'active'
}

const agentIdOf = (id: number) => String(id) as AgentId

const personOf = (row: PersonRow): Person => ({
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

async function rowsWhere(reader: Reader, condition: RawBuilder<boolean>, now: Date): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
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

/** @throws ApiError agent.not-found */
export async function personById(reader: Reader, id: number, now: Date): Promise<Person> {
  const [row] = await rowsWhere(reader, sql`a.id = ${id}`, now)
  if (row === undefined) throw new ApiError('agent.not-found', { id })
  return personOf(row)
}

/**
 * Locks an enabled agent. Lock before any conversation: changes of workload need one order.
 * @throws ApiError agent.not-found
 */
export async function lockAgent(tx: Tx, id: number) {
  const agent = await tx
    .selectFrom('agents')
    .select(['id', 'name', 'status', 'max_capacity'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (agent === undefined) throw new ApiError('agent.not-found', { id })
  return agent
}
