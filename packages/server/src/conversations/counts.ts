import type { ConversationState } from '@parley/core/conversations/api'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { isOwnerInSight, offeredInSight } from '../sight/queries.ts'
import { type ListFilter, narrow } from './filter.ts'
import { countedAmong, type Found } from './search.ts'

export type StatusCounts = Readonly<Partial<Record<ConversationState['status'], number>>>

/**
 * How many conversations there are by status, whatever the filter's own status is. Of a common search it is how many there
 * are among the newest; of a queue, or of mentions, the first thousand.
 */
export async function conversationCounts(reader: Reader, filter: ListFilter): Promise<StatusCounts> {
  const counted =
    filter.queue !== undefined || filter.mentionedId !== undefined
      ? queued(filter)
      : filter.found === undefined
        ? tallied(filter)
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

/** How many a list has, of one status or of all. */
export const totalOf = (counts: StatusCounts, status: ListFilter['status']): number =>
  status === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : (counts[status] ?? 0)

/** A queue that is longer is counted no further: nobody reads how much longer. */
const mostQueued = 1_000

const queued = (filter: ListFilter): RawBuilder<unknown> => sql`
  select q.status, 1 as n from (
    select c.status from conversations c where ${narrow(filter)} limit ${sql.lit(mostQueued)}) q`

/** From the tallies, which say nothing of issues: few are open, so conversations with such are counted and the others are the rest. */
function tallied({ assigneeId, hasOpenIssues, sight }: ListFilter): RawBuilder<unknown> {
  const assignee =
    assigneeId === undefined ? sql`true` : sql`t.assignee_id = ${assigneeId === 'none' ? 0 : assigneeId}`
  const owned = sql`
    select t.status, t.conversations as n from status_tallies t
    where ${assignee} and ${isOwnerInSight(sql`t.assignee_id`, sight)}`
  const all =
    sight === null
      ? owned
      : sql`${owned} union all
          select c.status, 1 as n from ${offeredInSight(sight)} where ${narrow({ assigneeId, sight: null })}`
  if (hasOpenIssues === undefined) return all
  const withIssues = (sign: number) => sql`
    select c.status, ${sign}::int as n from conversations c
    where c.id in (select conversation_id from issues where status <> 'RESOLVED') and ${narrow({ assigneeId, sight })}`
  return hasOpenIssues ? withIssues(1) : sql`${all} union all ${withIssues(-1)}`
}
