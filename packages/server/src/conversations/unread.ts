import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { isInSight, isOwnerInSight, offeredInSight, type Sight } from '../sight/queries.ts'

/** What an agent without a mark has seen of the conversation `c`; 0 where `k` is their mark. Both go into `seenUpTo`. */
export const baselineNo = (agentId: number) => sql<number>`
  case when k.seen_no is null then baseline_no(c.id, c.first_baseline, c.last_baseline, c.inbound_no,
    (select baseline from agents where id = ${agentId})) else 0 end`

/** The same rule as `seenUpTo`, where the database itself has to choose. */
export const seenNo = (agentId: number) => sql<number>`coalesce(k.seen_no, ${baselineNo(agentId)})`

/** The mark of an agent as `k` beside the conversation `c`. */
export const markOf = (agentId: number) => sql`
  left join marks k on k.conversation_id = c.id and k.agent_id = ${agentId}`

/** How far an agent has seen a conversation: both are 0 or null where nothing says so. */
export interface Seen {
  readonly mark: number | null
  readonly atBaseline: number
}

/** What an agent's mark and baseline say of one conversation. */
export async function seenBy(reader: Reader, agentId: number, conversationId: number): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select k.seen_no as mark, ${baselineNo(agentId)} as "atBaseline"
    from conversations c ${markOf(agentId)} where c.id = ${conversationId}`.execute(reader)
  return rows[0] ?? { mark: null, atBaseline: 0 }
}

/** So many unread conversations are named one by one, looked for among so many of the newest. */
export const mostListed = 1000
const amongNewest = 5000

export interface Unread {
  readonly messages: number
  readonly conversations: number
  /** Newest activity first; fewer than `conversations` where the bounds above cut. */
  readonly listed: readonly { readonly id: number; readonly count: number }[]
}

/** An agent's unread messages and conversations of the owners that are seen, from the tallies. */
const tallied = (agentId: number, owners: RawBuilder<unknown>, below: RawBuilder<unknown>) => sql`
  select
    (select coalesce(sum(messages), 0) from inbound_tallies t where ${owners}) - ${below}
      - (select coalesce(sum(messages), 0) from mark_tallies t where t.agent_id = a.id and ${owners}) as messages,
    (select coalesce(sum(conversations), 0) from inbound_tallies t where t.baseline >= a.baseline and ${owners})
      - (select coalesce(sum(conversations), 0) from mark_tallies t where t.agent_id = a.id and ${owners}) as conversations
  from agents a where a.id = ${agentId}`

/** In a bounded sight those of some owners, and the few that are offered besides. */
function totals(agentId: number, sight: Sight): RawBuilder<unknown> {
  if (sight === null) return tallied(agentId, sql`true`, sql`a.baseline_messages`)
  const owners = isOwnerInSight(sql`t.assignee_id`, sight)
  const below = sql`(
    select coalesce(sum(messages), 0) from baseline_tallies t where t.baseline = a.baseline and ${owners})`
  return sql`
    select sum(messages) as messages, sum(conversations) as conversations from (
      ${tallied(agentId, owners, below)}
      union all
      select coalesce(sum(c.inbound_no - ${seenNo(agentId)}), 0), count(*)
      from ${offeredInSight(sight)} ${markOf(agentId)} where c.inbound_no > ${seenNo(agentId)}
    ) parts`
}

/** What one agent has not seen, at one moment. Its price does not depend on how much there is. */
export async function unreadOf(reader: Reader, agentId: number, sight: Sight): Promise<Unread> {
  const { rows } = await sql<Unread>`
    with totals as (${totals(agentId, sight)})
    select messages::bigint as messages, conversations::bigint as conversations, coalesce((
      select jsonb_agg(jsonb_build_object('id', id, 'count', count)) from (
        select c.id, c.inbound_no - ${seenNo(agentId)} as count
        from (
          select c.* from conversations c where ${isInSight(sight)}
          order by c.last_activity desc, c.id desc limit ${amongNewest}
        ) c ${markOf(agentId)}
        where totals.conversations > 0 and c.inbound_no > ${seenNo(agentId)}
        order by c.last_activity desc, c.id desc limit ${mostListed}
      ) unread
    ), '[]') as listed
    from totals`.execute(reader)
  return rows[0] ?? { messages: 0, conversations: 0, listed: [] }
}

/** How many conversations have something that an agent has not seen. */
export async function unreadConversations(reader: Reader, agentId: number, sight: Sight): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select conversations::bigint as count from (${totals(agentId, sight)}) totals`.execute(reader)
  return rows[0]?.count ?? 0
}
