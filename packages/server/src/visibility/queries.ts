import type { ConversationNoun, RowNoun } from '@parley/core/call'
import { isPermitted, requirePermission } from '@parley/core/access/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Reader } from '../db/write.ts'
import { type Account, askerOf } from '../http/caller.ts'
import { settingsOf } from '../settings/queries.ts'

type Sql = RawBuilder<unknown>

/** The agent whose visibility scope limits the conversations. Null: all conversations are visible. */
export type VisibilityScope = { readonly agentId: number } | null

/** The caller's visibility scope, by the rule `colleague-conversations`. */
export const visibilityOf = (caller: Account): VisibilityScope =>
  isPermitted(askerOf(caller), 'colleague-conversations', '') ? null : { agentId: caller.agentId }

/** The owners whose conversations an agent may see: the agent, and colleagues of the department (compared without case). */
const owners = (agentId: Sql): Sql => sql`array(
  select m.id from agents v join agents m on m.id = v.id or fold(m.department) = fold(v.department)
  where v.id = ${agentId})`

/**
 * Whether an agent with a limited visibility scope may see the conversation `c`. It has no owner, an owner in `owners`, or an
 * open offer to the agent.
 */
const isSeenBy = (agentId: Sql): Sql => sql`(
  c.assignee_id is null or c.assignee_id = any(${owners(agentId)}) or exists (
    select 1 from assignments o where o.conversation_id = c.id and o.state = 'offered' and o.agent_id = ${agentId}))`

const idIn = ({ agentId }: NonNullable<VisibilityScope>): Sql => sql`${agentId}::bigint`

/** Whether the conversation `c` is in the visibility scope. */
export const isVisible = (visibility: VisibilityScope): Sql =>
  visibility === null ? sql`true` : isSeenBy(idIn(visibility))

/** For counts by owner, `isVisible` in two parts. This one: whether an owner's conversations are visible (0: no owner). */
export const isOwnerVisible = (owner: Sql, visibility: VisibilityScope): Sql =>
  visibility === null ? sql`true` : sql`(${owner} = 0 or ${owner} = any(${owners(idIn(visibility))}))`

/** The second part: conversations `c` of other owners that are visible because they are offered to the agent. */
export const visibleByOffer = (visibility: NonNullable<VisibilityScope>): Sql => sql`
  assignments o join conversations c on c.id = o.conversation_id and o.state = 'offered' and o.agent_id = ${idIn(visibility)}
    and c.assignee_id <> all(${owners(idIn(visibility))})`

interface Place {
  readonly from: Sql
  readonly id: Sql
}

const ofTable = (table: keyof Database, id = 'id'): Place => ({
  from: sql`${sql.table(table)} x join conversations c on c.id = x.conversation_id`,
  id: sql.ref(`x.${id}`),
})

/** Finds the table of a resource. */
type TableOf = (noun: RowNoun) => keyof Database

/** The conversation `c` of a row, and the row's id. */
function placeOf(noun: ConversationNoun, tableOf: TableOf): Place {
  if (noun === 'conversation') return { from: sql`conversations c`, id: sql`c.id` }
  return noun === 'ticket-number' ? ofTable('tickets', 'ticket_number') : ofTable(tableOf(noun))
}

/**
 * Rejects a row of a conversation outside the caller's visibility scope. A missing row passes. Without a limit it runs no query.
 * @throws ApiError session.forbidden
 */
export async function requireVisible(
  reader: Reader,
  tableOf: TableOf,
  caller: Account,
  noun: ConversationNoun,
  id: number | string,
): Promise<void> {
  const visibility = visibilityOf(caller)
  if (visibility === null) return
  const place = placeOf(noun, tableOf)
  const { rows } = await sql<{ seen: boolean }>`
    select ${isVisible(visibility)} as seen from ${place.from} where ${place.id} = ${id}`.execute(reader)
  if (rows.some(({ seen }) => !seen)) requirePermission(askerOf(caller), 'colleague-conversations', '')
}

/** Whether this agent may view an existing conversation, under the current setting and the agent's current role. */
export async function mayLookAt(reader: Reader, agentId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from conversations c, settings s, agents a
    where c.id = ${id} and a.id = ${agentId} and (
      a.role <> 'AGENT' or s.value ->> 'colleague_conversations' is distinct from 'supervisors'
      or ${isSeenBy(sql`a.id`)})`.execute(reader)
  return rows.length > 0
}

export interface AllowedViewer {
  readonly id: number
  readonly name: string
  readonly department: string | null
}

/** The enabled agents who may see a conversation, by name, under the current setting and their current roles. */
export async function agentsWhoSee(
  reader: Reader,
  conversationId: number,
): Promise<readonly AllowedViewer[]> {
  const { rows } = await sql<AllowedViewer>`
    select a.id, a.name, a.department from conversations c, settings s, agents a
    where c.id = ${conversationId} and a.disabled_at is null and (
      a.role <> 'AGENT' or s.value ->> 'colleague_conversations' is distinct from 'supervisors'
      or ${isSeenBy(sql`a.id`)})
    order by a.name, a.id`.execute(reader)
  return rows
}

/** The agents with a limited visibility scope at this moment. Null if the workspace limits no agent. */
export async function boundedAgents(reader: Reader): Promise<ReadonlySet<number> | null> {
  const { value } = await reader.selectFrom('settings').select('value').executeTakeFirstOrThrow()
  if (settingsOf(value).colleague_conversations === 'everybody') return null
  const rows = await reader.selectFrom('agents').select('id').where('role', '=', 'AGENT').execute()
  return new Set(rows.map(row => row.id))
}

/** For each conversation, the agents among these (all with a limited visibility scope) who may see it. */
export async function allowedViewersOf(
  reader: Reader,
  conversationIds: readonly number[],
  agentIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  if (conversationIds.length === 0 || agentIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; agent_id: number }>`
    select c.id, a.id as agent_id from conversations c, agents a
    where c.id = any(${[...conversationIds]}::bigint[]) and a.id = any(${[...agentIds]}::bigint[])
      and ${isSeenBy(sql`a.id`)}`.execute(reader)
  const allowedViewers = new Map<number, Set<number>>()
  for (const { id, agent_id } of rows)
    allowedViewers.set(id, (allowedViewers.get(id) ?? new Set()).add(agent_id))
  return allowedViewers
}
