import type { ConversationRow, ConversationState } from '@parley/core/api/conversations'
import type { AgentId, AssignmentId, MessageId, TicketId } from '@parley/core/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../db/like.ts'
import type { Reader } from '../db/write.ts'

/** One row of the join below, as the database names it. */
interface Joined {
  id: number
  status: ConversationState['status']
  customer_name: string | null
  phone: string | null
  account_type: string | null
  customer_number: string | null
  assignee_id: number | null
  assignee_name: string | null
  tags: string[]
  inbound_no: number
  last_activity: Date
  created_at: Date
  updated_at: Date
  version: number
  message_id: number | null
  message_content: string | null
  message_type: string | null
  message_at: Date | null
  message_direction: 'INBOUND' | 'OUTBOUND' | null
  message_source: 'CUSTOMER' | 'AGENT' | 'BOT' | 'SYSTEM' | null
  message_sender_id: string | null
  message_sender_name: string | null
  message_has_attachments: boolean
  ticket_id: number | null
  ticket_number: string | null
  offer_id: number | null
  offer_agent_id: number | null
  offer_agent_name: string | null
  offer_by_id: number | null
  offer_by_name: string | null
  offered_at: Date | null
  offer_deadline: Date | null
  open_issues: number
}

const columns = sql`
  c.id, c.status, c.assignee_id, c.tags, c.inbound_no, c.last_activity, c.created_at, c.updated_at, c.version,
  cu.name as customer_name, cu.phone, cu.account_type, cu.customer_number, a.name as assignee_name,
  m.id as message_id, m.content as message_content, m.message_type, m.at as message_at,
  m.direction as message_direction, m.source as message_source,
  case m.source when 'CUSTOMER' then cu.id::text when 'AGENT' then m.agent_id::text else lower(m.source) end as message_sender_id,
  case m.source when 'CUSTOMER' then cu.name when 'AGENT' then ma.name when 'BOT' then 'Bot' end as message_sender_name,
  exists (select 1 from message_attachments f where f.message_id = m.id) as message_has_attachments,
  t.id as ticket_id, t.ticket_number,
  o.id as offer_id, o.agent_id as offer_agent_id, oa.name as offer_agent_name, o.by_id as offer_by_id,
  ob.name as offer_by_name, o.offered_at, o.deadline as offer_deadline,
  (select count(*)::int from issues i where i.conversation_id = c.id and i.status <> 'RESOLVED') as open_issues`

/** The newest open ticket stands for the conversation, else the newest. */
const joins = sql`
  join customers cu on cu.id = c.customer_id
  left join agents a on a.id = c.assignee_id
  left join messages m on m.id = c.last_message_id
  left join agents ma on ma.id = m.agent_id
  left join lateral (
    select id, ticket_number from tickets where conversation_id = c.id
    order by status in ('RESOLVED', 'CLOSED'), created_at desc, id desc limit 1
  ) t on true
  left join assignments o on o.conversation_id = c.id and o.state = 'offered'
  left join agents oa on oa.id = o.agent_id
  left join agents ob on ob.id = o.by_id`

/** Ids leave as branded decimal strings; nothing else may make one. */
function stateOf(row: Joined): ConversationState {
  return {
    id: String(row.id) as ConversationState['id'],
    user: { name: row.customer_name, phone_number: row.phone },
    agent:
      row.assignee_id === null
        ? null
        : { id: String(row.assignee_id) as AgentId, name: row.assignee_name ?? '' },
    status: row.status,
    session_id: `wa-${row.id}`,
    last_message: lastMessageOf(row),
    ticket:
      row.ticket_id === null
        ? null
        : { id: String(row.ticket_id) as TicketId, ticket_number: row.ticket_number },
    tags: row.tags,
    metadata: { account_type: row.account_type, customer_id: row.customer_number },
    last_activity: row.last_activity.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    inbound_no: row.inbound_no,
    offer: offerOf(row),
    open_issues: row.open_issues,
    version: row.version,
  }
}

function offerOf(row: Joined): ConversationState['offer'] {
  if (row.offer_id === null || row.offered_at === null || row.offer_deadline === null) return null
  return {
    id: String(row.offer_id) as AssignmentId,
    agent_id: String(row.offer_agent_id) as AgentId,
    agent_name: row.offer_agent_name ?? '',
    by: { id: String(row.offer_by_id) as AgentId, name: row.offer_by_name ?? '' },
    offered_at: row.offered_at.toISOString(),
    deadline: row.offer_deadline.toISOString(),
  }
}

function lastMessageOf(row: Joined): ConversationState['last_message'] {
  if (row.message_id === null || row.message_at === null) return null
  return {
    id: String(row.message_id) as MessageId,
    content: row.message_content ?? '',
    message_type: row.message_type ?? 'text',
    created_at: row.message_at.toISOString(),
    direction: row.message_direction ?? 'INBOUND',
    source: row.message_source ?? 'CUSTOMER',
    sender_id: row.message_sender_id,
    sender_name: row.message_sender_name,
    has_attachments: row.message_has_attachments,
  }
}

/** Conversations by id, without what differs per viewer: what frames carry. */
export async function conversationStates(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ConversationState>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Joined>`
    select ${columns} from conversations c ${joins} where c.id = any(${[...ids]}::bigint[])`.execute(reader)
  return new Map(rows.map(row => [row.id, stateOf(row)]))
}

/** What narrows the list; `assigneeId` "none" means nobody. */
export interface ListFilter {
  readonly status?: ConversationState['status'] | undefined
  readonly search?: string | undefined
  readonly assigneeId?: number | 'none' | undefined
  /** With an issue that is not resolved, or without any such. */
  readonly hasOpenIssues?: boolean | undefined
}

const openIssue = sql`exists (select 1 from issues i where i.conversation_id = c.id and i.status <> 'RESOLVED')`

const narrow = ({ search, assigneeId, hasOpenIssues }: ListFilter): RawBuilder<unknown> => {
  const parts = [sql`true`]
  if (assigneeId === 'none') parts.push(sql`c.assignee_id is null`)
  else if (assigneeId !== undefined) parts.push(sql`c.assignee_id = ${assigneeId}`)
  if (hasOpenIssues !== undefined) parts.push(hasOpenIssues ? openIssue : sql`not ${openIssue}`)
  const typed = search?.trim() ?? ''
  if (typed !== '') {
    const any = containing(typed)
    parts.push(sql`(
      coalesce(cu.name, 'Customer (' || coalesce(cu.phone, 'Unknown') || ')') ilike ${any}
      or m.content ilike ${any}
      or coalesce(cu.phone, 'Unknown') like ${any}
      or coalesce(cu.phone, 'Unknown') like ${containing(typed.replace(/\s+/g, ''))})`)
  }
  return sql.join(parts, sql` and `)
}

export interface ListPage {
  readonly limit: number
  readonly skip: number
  /** Continue behind this conversation. */
  readonly after?: number | undefined
  /** Just these. */
  readonly ids?: readonly number[] | undefined
}

/** Conversations for one viewer, newest activity first, then the greater id. */
export async function conversationRows(
  reader: Reader,
  viewerId: number,
  filter: ListFilter,
  page: ListPage,
): Promise<ConversationRow[]> {
  const status = filter.status === undefined ? sql`true` : sql`c.status = ${filter.status}`
  const behind =
    page.after === undefined
      ? sql`true`
      : sql`(c.last_activity, c.id) < (select last_activity, id from conversations where id = ${page.after})`
  const among = page.ids === undefined ? sql`true` : sql`c.id = any(${[...page.ids]}::bigint[])`
  const { rows } = await sql<Joined & { seen_no: number }>`
    select ${columns}, coalesce(k.seen_no, 0) as seen_no
    from conversations c ${joins}
    left join marks k on k.conversation_id = c.id and k.agent_id = ${viewerId}
    where ${narrow(filter)} and ${status} and ${behind} and ${among}
    order by c.last_activity desc, c.id desc
    limit ${page.limit} offset ${page.skip}`.execute(reader)
  return rows.map(row => ({
    ...stateOf(row),
    seen_no: row.seen_no,
    unread_count: Math.max(0, row.inbound_no - row.seen_no),
  }))
}

export type StatusCounts = Readonly<Partial<Record<ConversationState['status'], number>>>

/** How many conversations there are by status, whatever the filter's own status is. */
export async function conversationCounts(reader: Reader, filter: ListFilter): Promise<StatusCounts> {
  const searched = (filter.search?.trim() ?? '') !== ''
  const from = searched
    ? sql`conversations c join customers cu on cu.id = c.customer_id left join messages m on m.id = c.last_message_id`
    : sql`conversations c`
  const { rows } = await sql<{ status: ConversationState['status']; count: number }>`
    select c.status, count(*)::int as count from ${from} where ${narrow(filter)} group by c.status`.execute(
    reader,
  )
  return Object.fromEntries(rows.map(row => [row.status, row.count]))
}

/** Whether a conversation exists. */
export const conversationExists = async (reader: Reader, id: number): Promise<boolean> =>
  (await reader.selectFrom('conversations').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined
