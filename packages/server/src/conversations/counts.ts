import { type RawBuilder, sql } from 'kysely'
import type { ConversationState } from '@parley/core/conversations/api'
import type { Reader, Writer } from '../db/write.ts'
import { isOwnerVisible, visibleByOffer } from '../visibility/queries.ts'
import { type ListFilter, narrow } from './filter.ts'
import { countedAmong, type Found } from './search.ts'

type StatusCounts = Readonly<Partial<Record<ConversationState['status'], number>>>

/**
 * Conversations by status, ignoring the filter's own status. Common searches count the newest only; a queue and mentions
 * count up to a thousand.
 */
export async function conversationCounts(reader: Reader, filter: ListFilter): Promise<StatusCounts> {
  const counted =
    filter.queue !== undefined || filter.mentionedId !== undefined
      ? queued(filter)
      : filter.found === undefined
        ? fromStatusTallies(filter)
        : rows(filter, filter.found)
  const { rows: counts } = await sql<{ status: ConversationState['status']; count: number }>`
    select status, sum(n)::int as count from (${counted}) counted group by status having sum(n) <> 0`.execute(
    reader,
  )
  return Object.fromEntries(counts.map(row => [row.status, row.count]))
}

const rows = (filter: ListFilter, { isCommon }: Found): RawBuilder<unknown> => {
  const among = isCommon
    ? sql`(select * from conversations order by last_activity desc, id desc limit ${countedAmong})`
    : sql`conversations`
  return sql`select c.status, count(*) as n from ${among} c where ${narrow(filter)} group by c.status`
}

/** The length of the list, with one status or with all. */
export const totalOf = (counts: StatusCounts, status: ListFilter['status']): number =>
  status === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : (counts[status] ?? 0)

/** Counting stops here: an exact length beyond it helps nobody. */
const mostQueued = 1_000

const queued = (filter: ListFilter): RawBuilder<unknown> => sql`
  select q.status, 1 as n from (
    select c.status from conversations c where ${narrow(filter)} limit ${sql.lit(mostQueued)}) q`

/** The counters do not know issues. Few issues are open, so those conversations are counted, and the others by difference. */
function fromStatusTallies({ assigneeId, hasOpenIssues, visibility }: ListFilter): RawBuilder<unknown> {
  const assignee =
    assigneeId === undefined ? sql`true` : sql`t.assignee_id = ${assigneeId === 'none' ? 0 : assigneeId}`
  const owned = sql`
    select t.status, t.conversations as n from status_tallies t
    where ${assignee} and ${isOwnerVisible(sql`t.assignee_id`, visibility)}`
  const all =
    visibility === null
      ? owned
      : sql`${owned} union all
          select c.status, 1 as n from ${visibleByOffer(visibility)} where ${narrow({ assigneeId, visibility: null })}`
  if (hasOpenIssues === undefined) return all
  const withIssues = (sign: number) => sql`
    select c.status, ${sign}::int as n from conversations c
    where c.id in (select conversation_id from issues where status <> 'RESOLVED') and ${narrow({ assigneeId, visibility })}`
  return hasOpenIssues ? withIssues(1) : sql`${all} union all ${withIssues(-1)}`
}

/** The initial read position of an agent in the conversation `c`; 0 where the read cursor `k` exists. For `seenUpTo`. */
export const baselineNo = (agentId: number) => sql<number>`
  case when k.seen_no is null then baseline_no(c.id, c.first_baseline, c.last_baseline, c.inbound_no,
    (select baseline from agents where id = ${agentId})) else 0 end`

/** `seenUpTo` in SQL. */
export const seenNo = (agentId: number) => sql<number>`coalesce(k.seen_no, ${baselineNo(agentId)})`

/** Joins an agent's read cursor as `k` to the conversation `c`. */
export const markOf = (agentId: number) => sql`
  left join marks k on k.conversation_id = c.id and k.agent_id = ${agentId}`

/** An agent's read position in a conversation, for `seenUpTo`. */
interface Seen {
  readonly mark: number | null
  readonly atBaseline: number
}

export async function seenBy(reader: Reader, agentId: number, conversationId: number): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select k.seen_no as mark, ${baselineNo(agentId)} as "atBaseline"
    from conversations c ${markOf(agentId)} where c.id = ${conversationId}`.execute(reader)
  return rows[0] ?? { mark: null, atBaseline: 0 }
}

/** At most this many unread conversations are listed, from this many of the newest. */
const mostListed = 1000
const amongNewest = 5000

interface Unread {
  readonly messages: number
  readonly conversations: number
  /** Newest activity first; the bounds above may cut it. */
  readonly listed: readonly { readonly id: number; readonly count: number }[]
}

/** An agent's unread messages and conversations among their own conversations, from the counters. */
const totals = (agentId: number) => {
  const isOwn = sql`t.assignee_id = ${agentId}`
  return sql`
    select
      (select coalesce(sum(messages), 0) from inbound_tallies t where ${isOwn})
        - (select coalesce(sum(messages), 0) from baseline_tallies t where t.baseline = a.baseline and ${isOwn})
        - (select coalesce(sum(messages), 0) from mark_tallies t where t.agent_id = a.id and ${isOwn}) as messages,
      (select coalesce(sum(conversations), 0) from inbound_tallies t where t.baseline >= a.baseline and ${isOwn})
        - (select coalesce(sum(conversations), 0) from mark_tallies t where t.agent_id = a.id and ${isOwn}) as conversations
    from agents a where a.id = ${agentId}`
}

/** The unread messages in an agent's own conversations. The cost does not grow with their number. */
export async function unreadOf(reader: Reader, agentId: number): Promise<Unread> {
  const { rows } = await sql<Unread>`
    with totals as (${totals(agentId)})
    select messages::bigint as messages, conversations::bigint as conversations, coalesce((
      select jsonb_agg(jsonb_build_object('id', id, 'count', count)) from (
        select c.id, c.inbound_no - ${seenNo(agentId)} as count
        from (
          select c.* from conversations c where c.assignee_id = ${agentId}
          order by c.last_activity desc, c.id desc limit ${amongNewest}
        ) c ${markOf(agentId)}
        where totals.conversations > 0 and c.inbound_no > ${seenNo(agentId)}
        order by c.last_activity desc, c.id desc limit ${mostListed}
      ) unread
    ), '[]') as listed
    from totals`.execute(reader)
  return rows[0] ?? { messages: 0, conversations: 0, listed: [] }
}

/** How many of an agent's own conversations have unread messages. */
export async function unreadConversations(reader: Reader, agentId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select conversations::bigint as count from (${totals(agentId)}) totals`.execute(reader)
  return rows[0]?.count ?? 0
}

/** The counters: their keys and sums. */
const tallies = {
  status_tallies: { by: ['status', 'assignee_id'], sums: ['conversations'] },
  inbound_tallies: { by: ['baseline', 'assignee_id'], sums: ['conversations', 'messages'] },
  mark_tallies: { by: ['agent_id', 'assignee_id'], sums: ['messages', 'conversations'] },
  baseline_tallies: { by: ['baseline', 'assignee_id'], sums: ['messages'] },
} as const

/** Up to this many rows of one key stay. */
const fewRows = 20

/**
 * Compacts counters: the many difference rows of a key become one. Sums stay right at every moment, since rows written
 * concurrently are not deleted.
 */
export async function compactTallies({ db }: Pick<Writer, 'db'>): Promise<void> {
  for (const [table, { by, sums }] of Object.entries(tallies)) {
    const keys = sql.join(by.map(name => sql.ref(name)))
    const all = sql.join([...by, ...sums].map(name => sql.ref(name)))
    await sql`
      with gone as (
        delete from ${sql.table(table)} where (${keys}) in (
          select ${keys} from ${sql.table(table)} group by ${keys} having count(*) > ${fewRows}
        ) returning ${all}
      )
      insert into ${sql.table(table)} (${all})
      select ${keys}, ${sql.join(sums.map(name => sql`sum(${sql.ref(name)})`))} from gone group by ${keys}`.execute(
      db,
    )
  }
}
