import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

const unseen = (agentId: number): Sql => sql`
  note_mentions m join conversation_notes n on n.id = m.note_id where m.agent_id = ${agentId} and m.seen_at is null`

/** Whether notes in the conversation `c` mention an agent who has not seen it since. */
export const isMentioned = (agentId: number): Sql => sql`
  c.id = any(array(select n.conversation_id from ${unseen(agentId)}))`

const mentionedAt = (agentId: number, id: Sql): Sql => sql`(
  select max(m.at) from ${unseen(agentId)} and n.conversation_id = ${id})`

/** Core's `orderOf` where an agent was mentioned in the conversation `c`. */
export const mentionOrder = (agentId: number): Sql => sql`${mentionedAt(agentId, sql`c.id`)} desc, c.id desc`

/** The conversations `c` of a condition in that order, behind one of them or from the first. They are few: one agent's. */
export function mentionPage(agentId: number, where: Sql, after: number | undefined, limit: number): Sql {
  const behind =
    after === undefined
      ? sql`true`
      : sql`(${mentionedAt(agentId, sql`c.id`)}, c.id) < (${mentionedAt(agentId, sql`${after}::bigint`)}, ${after}::bigint)`
  return sql`
    select c.* from conversations c where ${where} and ${behind} order by ${mentionOrder(agentId)} limit ${sql.lit(limit)}`
}
