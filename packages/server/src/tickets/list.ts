import type { AgentId, ConversationId, CustomerId, TicketId } from '@parley/core/api/ids'
import type { TicketRow } from '@parley/core/api/tickets'
import { readSearch, type Search } from '@parley/core/rules/search'
import type { TicketFilter, TicketPlace } from '@parley/core/rules/ticket-list'
import { closedStatuses, ticketPriorities } from '@parley/core/words/tickets'
import { type RawBuilder, sql } from 'kysely'
import { hasWords, isCustomer } from '../conversations/search.ts'
import type { Reader } from '../db/write.ts'
import { isInSight, type Sight } from '../sight/queries.ts'

type Sql = RawBuilder<unknown>

/** What narrows a list over all conversations, and whose sight bounds it. */
export interface ListFilter extends Omit<TicketFilter, 'assigneeId'> {
  readonly assigneeId?: number | 'none' | undefined
  readonly sight: Sight
}

export interface ListPage {
  readonly limit: number
  /** Continue behind this place; null: from the first. */
  readonly after: TicketPlace | null
}

const closed = sql.join(closedStatuses.map(status => sql.lit(status)))
/** The order's first word. The indexes have the same expressions. */
const urgency = sql`(case t.priority when 'URGENT' then 3 when 'HIGH' then 2 when 'MEDIUM' then 1 else 0 end)`

const source = sql`tickets t join conversations c on c.id = t.conversation_id join customers cu on cu.id = c.customer_id`

const isFound = (search: Search): Sql => {
  const ways = [hasWords(sql`t.title`, search), isCustomer(search)]
  if (search.reference !== null) ways.push(sql`t.ticket_number = ${search.reference}`)
  return sql`(${sql.join(ways, sql` or `)})`
}

/** By the filter without its status. */
function narrow({ priority, assigneeId, search, sight }: ListFilter): Sql {
  const parts = [isInSight(sight)]
  if (priority !== undefined) parts.push(sql`t.priority = ${priority}`)
  if (assigneeId === 'none') parts.push(sql`c.assignee_id is null`)
  else if (assigneeId !== undefined) parts.push(sql`c.assignee_id = ${assigneeId}`)
  const typed = readSearch(search ?? '')
  if (typed !== null) parts.push(isFound(typed))
  return sql.join(parts, sql` and `)
}

const ofStatus = (status: ListFilter['status']): Sql => {
  if (status === undefined) return sql`true`
  return status === 'OPEN' ? sql`t.status not in (${closed})` : sql`t.status = ${status}`
}

interface Listed {
  readonly id: number
  readonly ticket_number: string
  readonly conversation_id: number
  readonly title: string
  readonly status: TicketRow['status']
  readonly priority: TicketRow['priority']
  readonly created_at: Date
  readonly updated_at: Date
  readonly version: number
  readonly customer_id: number
  readonly customer_name: string | null
  readonly phone: string | null
  readonly assignee_id: number | null
  readonly assignee_name: string | null
}

/** One page of the tickets of all conversations in sight: the most urgent first, then those changed last, then the greater id. */
export async function ticketList(
  reader: Reader,
  filter: ListFilter,
  { limit, after }: ListPage,
): Promise<TicketRow[]> {
  const behind =
    after === null
      ? sql`true`
      : sql`(${urgency}, t.updated_at, t.id) < (${ticketPriorities.indexOf(after.priority)}::int, ${new Date(after.updated_at)}::timestamptz, ${after.id}::bigint)`
  const { rows } = await sql<Listed>`
    select t.id, t.ticket_number, t.conversation_id, t.title, t.status, t.priority, t.created_at, t.updated_at, t.version,
      cu.id as customer_id, cu.name as customer_name, cu.phone, c.assignee_id,
      (select name from agents where id = c.assignee_id) as assignee_name
    from ${source} where ${narrow(filter)} and ${ofStatus(filter.status)} and ${behind}
    order by ${urgency} desc, t.updated_at desc, t.id desc limit ${limit}`.execute(reader)
  return rows.map(rowOf)
}

const rowOf = (row: Listed): TicketRow => ({
  id: String(row.id) as TicketId,
  ticket_number: row.ticket_number,
  conversation_id: String(row.conversation_id) as ConversationId,
  title: row.title,
  status: row.status,
  priority: row.priority,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
  customer: {
    id: String(row.customer_id) as CustomerId,
    name: row.customer_name,
    phone_number: row.phone,
  },
  agent:
    row.assignee_id === null
      ? null
      : { id: String(row.assignee_id) as AgentId, name: row.assignee_name ?? '' },
})

export type StatusCounts = Readonly<Partial<Record<TicketRow['status'], number>>>

/** How many there are by status, whatever the filter's own status is. */
export async function ticketCounts(reader: Reader, filter: ListFilter): Promise<StatusCounts> {
  const { rows } = await sql<{ status: TicketRow['status']; count: number }>`
    select t.status, count(*)::int as count from ${source} where ${narrow(filter)} group by t.status`.execute(
    reader,
  )
  return Object.fromEntries(rows.map(row => [row.status, row.count]))
}
