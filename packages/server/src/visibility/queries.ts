import type { ConversationNoun } from '@parley/core/call'
import { isPermitted, requirePermission } from '@parley/core/access/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { type Account, askerOf } from '../http/caller.ts'
import { settingsOf } from '../settings/queries.ts'

type Sql = RawBuilder<unknown>

/** Whose sight bounds what is seen of conversations; null: nobody's, all are seen. */
export type VisibilityScope = { readonly agentId: number } | null

/** What a caller sees, by the rule `colleague-conversations`. */
export const visibilityOf = (caller: Account): VisibilityScope =>
  isPermitted(askerOf(caller), 'colleague-conversations', '') ? null : { agentId: caller.agentId }

/** Whose conversations an agent sees: their own, and those of their department, however that is capitalised. */
const owners = (agentId: Sql): Sql => sql`array(
  select m.id from agents v join agents m on m.id = v.id or fold(m.department) = fold(v.department)
  where v.id = ${agentId})`

/** Whether the conversation `c` is in the sight of an agent whose sight is bounded: nobody's, of `owners`, or offered to them. */
const isSeenBy = (agentId: Sql): Sql => sql`(
  c.assignee_id is null or c.assignee_id = any(${owners(agentId)}) or exists (
    select 1 from assignments o where o.conversation_id = c.id and o.state = 'offered' and o.agent_id = ${agentId}))`

const idIn = ({ agentId }: NonNullable<VisibilityScope>): Sql => sql`${agentId}::bigint`

/** Whether the conversation `c` is in sight. */
export const isVisible = (visibility: VisibilityScope): Sql =>
  visibility === null ? sql`true` : isSeenBy(idIn(visibility))

/** In its two parts, for what is counted by owner: whether the conversations of an owner (0: nobody) are in sight, */
export const isOwnerVisible = (owner: Sql, visibility: VisibilityScope): Sql =>
  visibility === null ? sql`true` : sql`(${owner} = 0 or ${owner} = any(${owners(idIn(visibility))}))`

/** and the conversations `c` of other owners that are, because they are offered to the agent. */
export const visibleByOffer = (visibility: NonNullable<VisibilityScope>): Sql => sql`
  assignments o join conversations c on c.id = o.conversation_id and o.state = 'offered' and o.agent_id = ${idIn(visibility)}
    and c.assignee_id <> all(${owners(idIn(visibility))})`

interface Place {
  readonly from: Sql
  readonly id: Sql
}

const ofTable = (table: string, id = 'id'): Place => ({
  from: sql`${sql.table(table)} x join conversations c on c.id = x.conversation_id`,
  id: sql.ref(`x.${id}`),
})

/** The conversation `c` that a row of each noun belongs to, and that row's id. */
const joined: Readonly<Record<ConversationNoun, Place>> = {
  conversation: { from: sql`conversations c`, id: sql`c.id` },
  message: ofTable('messages'),
  ticket: ofTable('tickets'),
  'ticket-number': ofTable('tickets', 'ticket_number'),
  issue: ofTable('issues'),
  note: ofTable('conversation_notes'),
  reminder: ofTable('reminders'),
  application: ofTable('applications'),
}

/**
 * Refuses what belongs to a conversation out of the caller's sight; what is not there at all is not. Asks nothing of the
 * database for whom nothing bounds.
 * @throws ApiError session.forbidden
 */
export async function requireVisible(
  reader: Reader,
  caller: Account,
  noun: ConversationNoun,
  id: number | string,
): Promise<void> {
  const visibility = visibilityOf(caller)
  if (visibility === null) return
  const place = joined[noun]
  const { rows } = await sql<{ seen: boolean }>`
    select ${isVisible(visibility)} as seen from ${place.from} where ${place.id} = ${id}`.execute(reader)
  if (rows.some(({ seen }) => !seen)) requirePermission(askerOf(caller), 'colleague-conversations', '')
}

/** Whether this agent may look at a conversation that there is, as the setting and their role stand now. */
export async function mayLookAt(reader: Reader, agentId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from conversations c, settings s, agents a
    where c.id = ${id} and a.id = ${agentId} and (
      a.role <> 'AGENT' or s.value ->> 'colleague_conversations' is distinct from 'supervisors'
      or ${isSeenBy(sql`a.id`)})`.execute(reader)
  return rows.length > 0
}

/** One who may look at a conversation. */
export interface AllowedViewer {
  readonly id: number
  readonly name: string
  readonly department: string | null
}

/** The agents who may look at a conversation, as the setting and their roles stand now, by name; no disabled ones. */
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

/** The agents whose sight is bounded as things are now; null: the workspace bounds nobody's. */
export async function boundedAgents(reader: Reader): Promise<ReadonlySet<number> | null> {
  const { value } = await reader.selectFrom('settings').select('value').executeTakeFirstOrThrow()
  if (settingsOf(value).colleague_conversations === 'everybody') return null
  const rows = await reader.selectFrom('agents').select('id').where('role', '=', 'AGENT').execute()
  return new Set(rows.map(row => row.id))
}

/** By conversation: which of these agents, whose sight is bounded, see it. */
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
