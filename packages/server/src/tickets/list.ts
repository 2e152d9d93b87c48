import { type RawBuilder, sql } from 'kysely'
import type { AgentId, ConversationId, CustomerId, TicketId } from '@parley/core/ids'
import { readSearch } from '@parley/core/search/rules'
import type { TicketRow } from '@parley/core/tickets/api'
import { closedStatuses, ticketPriorities } from '@parley/core/tickets/constants'
import { isClosed, type TicketFilter, type TicketPlace } from '@parley/core/tickets/rules'
import { hasWords, isCustomer } from '../conversations/search.ts'
import type { Reader } from '../db/write.ts'
import { isVisible, type VisibilityScope } from '../visibility/queries.ts'

type Sql = RawBuilder<unknown>

/** The filter of a list over all conversations, within one agent's visibility scope. */
export interface ListFilter extends Omit<TicketFilter, 'assigneeId' | 'search'> {
  readonly assigneeId?: number | 'none' | undefined
  /** Null: no search. */
  readonly found: FoundTickets | null
  readonly visibility: VisibilityScope
}

/** The result of a search, as a condition of the list and its counts. */
interface FoundTickets {
  /** About the ticket `t` of the conversation `c`. */
  readonly where: Sql
  /** Too many matches to collect: the condition tests each ticket, and needs `c`. */
  readonly isCommon: boolean
}

export interface ListPage {
  readonly limit: number
  /** The last row of the page before; null: the first page. */
  readonly after: TicketPlace | null
}

const closed = sql.join(closedStatuses.map(status => sql.lit(status)))
/** The first column of the order. The indexes have the same expressions. */
const urgency = sql`(case t.priority when 'URGENT' then 3 when 'HIGH' then 2 when 'MEDIUM' then 1 else 0 end)`

/** The text that a search reads. The index tickets_found has the same expression. */
const words = sql`(f.ticket_number || ' ' || f.title || ' ' || f.description)`

/** A page of more matches than this fills quickly while the list is read in its order. */
const mostCollected = 5_000

/** Searches once, for the list and its counts; null if nothing was typed. */
export async function collectTickets(
  reader: Reader,
  typed: string | undefined,
  most = mostCollected,
): Promise<FoundTickets | null> {
  const search = readSearch(typed ?? '')
  if (search === null) return null
  // A union, since each part has its index: one condition with `or` reads all tickets with their customers.
  const ways = [
    sql`select f.id from tickets f where ${hasWords(words, search)} and ${hasWords(sql`f.title`, search)}`,
    // Lateral, since PostgreSQL plans joins as a scan of all conversations.
    sql`select f.id from customers cu
      cross join lateral (select id from conversations where customer_id = cu.id offset 0) o
      cross join lateral (select id from tickets where conversation_id = o.id offset 0) f
      where ${isCustomer(search)}`,
  ]
  if (search.reference !== null)
    ways.push(sql`select f.id from tickets f where f.ticket_number = ${search.reference}`)
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(ways, sql` union all `)}) found limit ${most + 1}`.execute(reader)
  if (rows.length <= most)
    return { where: sql`t.id = any(${rows.map(({ id }) => id)}::bigint[])`, isCommon: false }
  const ofCustomer = sql`(select ${isCustomer(search)} from customers cu where cu.id = c.customer_id)`
  return { where: sql`(${hasWords(sql`t.title`, search)} or ${ofCustomer})`, isCommon: true }
}

/** The filter without its status. */
function narrow({ priority, assigneeId, found, visibility }: ListFilter): Sql {
  const parts = [isVisible(visibility)]
  if (priority !== undefined) parts.push(sql`t.priority = ${priority}`)
  if (assigneeId === 'none') parts.push(sql`c.assignee_id is null`)
  else if (assigneeId !== undefined) parts.push(sql`c.assignee_id = ${assigneeId}`)
  if (found !== null) parts.push(found.where)
  return sql.join(parts, sql` and `)
}

function ofStatus({ status, assigneeId }: ListFilter): Sql {
  if (status === undefined) return sql`true`
  const parts = [status === 'OPEN' ? sql`t.status not in (${closed})` : sql`t.status = ${status}`]
  // An open ticket gives its conversation a priority, and conversations with one have an index by agent.
  if (assigneeId !== undefined && (status === 'OPEN' || !isClosed(status)))
    parts.push(sql`c.ticket_priority is not null`)
  return sql.join(parts, sql` and `)
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

/** One page: the most urgent tickets first, then the newest change, then the greater id. */
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
    select p.*, cu.name as customer_name, cu.phone, (select name from agents where id = p.assignee_id) as assignee_name
    from (
      select t.id, t.ticket_number, t.conversation_id, t.title, t.status, t.priority, t.created_at, t.updated_at, t.version,
        ${urgency} as urgency, c.customer_id, c.assignee_id
      from tickets t join conversations c on c.id = t.conversation_id
      where ${narrow(filter)} and ${ofStatus(filter)} and ${behind}
      order by ${urgency} desc, t.updated_at desc, t.id desc limit ${limit}
    ) p join customers cu on cu.id = p.customer_id
    order by p.urgency desc, p.updated_at desc, p.id desc`.execute(reader)
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

/** Joins conversations only if the filter needs them. */
const counted = ({ assigneeId, visibility, found }: ListFilter): Sql =>
  assigneeId === undefined && visibility === null && found?.isCommon !== true
    ? sql`tickets t`
    : sql`tickets t join conversations c on c.id = t.conversation_id`

export type StatusCounts = Readonly<Partial<Record<TicketRow['status'], number>>>

/** Counts by status; the filter's own status is ignored. */
export async function ticketCounts(reader: Reader, filter: ListFilter): Promise<StatusCounts> {
  const { rows } = await sql<{ status: TicketRow['status']; count: number }>`
    select t.status, count(*)::int as count from ${counted(filter)} where ${narrow(filter)} group by t.status`.execute(
    reader,
  )
  return Object.fromEntries(rows.map(row => [row.status, row.count]))
}
