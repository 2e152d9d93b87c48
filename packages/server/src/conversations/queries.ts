import type { TimeOrder } from '@parley/core/conversations/constants'
import { type RawBuilder, sql } from 'kysely'
import type { ConversationRow, ConversationState } from '@parley/core/conversations/api'
import { noticeName, noticeSender } from '@parley/core/conversations/thread'
import { seenUpTo, unreadCount } from '@parley/core/conversations/unread'
import type { AgentId, AssignmentId, MessageId, TicketId } from '@parley/core/ids'
import { revokedType } from '@parley/core/messages/constants'
import { runPrepared, statement } from '../db/connection/statement.ts'
import type { Reader } from '../db/write.ts'
import { baselineNo } from './counts.ts'
import { type ListFilter, mentionOrder, mentionPage, narrow } from './filter.ts'
import {
  acknowledgement,
  closesSoon,
  closesWithinHour,
  isSnoozed,
  needsNoReply,
  newestFirst,
  oldestFirst,
  queueOrder,
  queuePage,
  waitingSince,
} from './queue.ts'
import { channelOf, reachOf } from './reach.ts'

interface Joined {
  id: number
  status: ConversationState['status']
  customer_id: number
  customer_name: string | null
  profile_name: string | null
  erased_at: Date | null
  erased_by: string | null
  phone: string | null
  wa_id: string | null
  wa_user_id: string | null
  account_type: string | null
  customer_number: string | null
  assignee_id: number | null
  with_bot: boolean
  assignee_name: string | null
  tags: string[]
  inbound_no: number
  last_activity: Date
  waiting_since: Date | null
  ticket_priority: ConversationState['ticket_priority']
  closes_soon: boolean
  closes_within_hour: boolean
  acknowledgement: number | null
  no_reply_at: Date | null
  no_reply_by: number | null
  no_reply_by_name: string | null
  snoozed_until: Date | null
  snoozed_by: number | null
  snoozed_by_name: string | null
  snooze_reason: string | null
  created_at: Date
  updated_at: Date
  version: number
  continued_in: number | null
  rated: number | null
  customer_wrote_at: Date | null
  window_refused_at: Date | null
  unreachable: string | null
  unreachable_at: Date | null
  number_gone: boolean
  peer: string | null
  business_number: string | null
  last_reply: ConversationState['last_reply']
  message_id: number | null
  message_content: string | null
  message_type: string | null
  message_at: Date | null
  message_direction: 'INBOUND' | 'OUTBOUND' | null
  message_source: 'CUSTOMER' | 'AGENT' | 'BOT' | 'SYSTEM' | null
  message_sender_id: string | null
  message_sender_name: string | null
  message_has_attachments: boolean
}

/** A list shows one line of a last message. */
const longestPreview = 500

const columns = sql`
  c.id, c.status, c.assignee_id, ${waitingSince} as waiting_since, c.ticket_priority, ${closesSoon} as closes_soon,
  ${closesWithinHour} as closes_within_hour, ${acknowledgement} as acknowledgement,
  case when ${needsNoReply} then c.no_reply_at end as no_reply_at, c.no_reply_by,
  (select name from agents where id = c.no_reply_by) as no_reply_by_name,
  case when ${isSnoozed} then c.snoozed_until end as snoozed_until, c.snoozed_by, c.snooze_reason,
  (select name from agents where id = c.snoozed_by) as snoozed_by_name, c.with_bot, c.tags, c.inbound_no, c.last_activity, c.created_at, c.updated_at, c.version, c.continued_in, c.rated,
  c.customer_wrote_at, c.window_refused_at, c.unreachable, c.unreachable_at, c.number_gone, c.peer, cu.wa_id, cu.wa_user_id,
  (select shown_as from business_numbers where phone_number_id = c.phone_number_id) as business_number,
  cu.id as customer_id, cu.name as customer_name,
  case when cu.name_set_by is not null then cu.profile_name end as profile_name, cu.erased_at,
  (select name from agents where id = cu.erased_by) as erased_by, cu.phone, cu.account_type, cu.customer_number, a.name as assignee_name,
  (select case m.status when 'queued' then 'waiting' else m.status end from messages m
    where m.id = c.last_reply_id and m.status in ('queued', 'failed', 'unknown') and m.revoked_at is null) as last_reply,
  m.id as message_id, case when m.revoked_at is null then left(m.content, ${sql.lit(longestPreview)}) end as message_content,
  case when m.revoked_at is null then m.message_type else ${revokedType} end as message_type, m.at as message_at,
  m.direction as message_direction, m.source as message_source,
  case m.source when 'CUSTOMER' then cu.id::text when 'AGENT' then coalesce(m.agent_id::text, 'phone')
    when 'SYSTEM' then case m.direction when 'OUTBOUND' then ${noticeSender} else 'system' end else lower(m.source) end as message_sender_id,
  case m.source when 'CUSTOMER' then cu.name when 'AGENT' then coalesce(ma.name, 'Business phone') when 'BOT' then 'Bot'
    when 'SYSTEM' then case m.direction when 'OUTBOUND' then ${noticeName} end end as message_sender_name,
  m.revoked_at is null
    and exists (select 1 from message_attachments f where f.message_id = m.id) as message_has_attachments`

/**
 * Customer and message are looked up row by row. Without `offset 0` the planner reads both tables for one page.
 */
const joins = sql`
  join lateral (select * from customers where id = c.customer_id offset 0) cu on true
  left join agents a on a.id = c.assignee_id
  left join lateral (select * from messages where id = c.last_message_id offset 0) m on true
  left join agents ma on ma.id = m.agent_id`

function stateOf(row: Joined, around: Around): ConversationState {
  return {
    id: String(row.id) as ConversationState['id'],
    user: {
      id: String(row.customer_id) as ConversationState['user']['id'],
      name: row.customer_name,
      profile_name: row.profile_name,
      phone_number: row.phone,
    },
    agent:
      row.assignee_id === null
        ? null
        : { id: String(row.assignee_id) as AgentId, name: row.assignee_name ?? '' },
    with_bot: row.with_bot,
    status: row.status,
    session_id: `wa-${row.id}`,
    last_message: lastMessageOf(row),
    last_reply: row.last_reply,
    tags: row.tags,
    metadata: { account_type: row.account_type, customer_id: row.customer_number },
    last_activity: row.last_activity.toISOString(),
    waiting_since: row.waiting_since?.toISOString() ?? null,
    ticket_priority: row.ticket_priority,
    closes_soon: row.closes_soon,
    closes_within_hour: row.closes_within_hour,
    acknowledgement: row.acknowledgement === null ? null : { confidence: row.acknowledgement },
    no_reply:
      row.no_reply_at === null
        ? null
        : { at: row.no_reply_at.toISOString(), by: personOf(row.no_reply_by, row.no_reply_by_name) },
    snoozed: snoozeOf(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    inbound_no: row.inbound_no,
    ...around,
    reach: reachOf(row, row),
    channel: channelOf(row),
    business_number: row.business_number,
    erased: row.erased_at === null ? null : { at: row.erased_at.toISOString(), by: row.erased_by },
    continued_in: row.continued_in === null ? null : (String(row.continued_in) as ConversationState['id']),
    rated: row.rated,
    version: row.version,
  }
}

function snoozeOf(row: Joined): ConversationState['snoozed'] {
  if (row.snoozed_until === null) return null
  const by = personOf(row.snoozed_by, row.snoozed_by_name)
  return { until: row.snoozed_until.toISOString(), by, reason: row.snooze_reason }
}

const personOf = (id: number | null, name: string | null) =>
  id === null ? null : { id: String(id) as AgentId, name: name ?? '' }

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

/** Conversations by id without viewer-specific fields, as events carry them. */
export async function conversationStates(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ConversationState>> {
  if (ids.length === 0) return new Map()
  const [rows, around] = await Promise.all([
    runPrepared(
      reader,
      'conversation_states',
      sql<Joined>`select ${columns} from conversations c ${joins} where c.id = any(${[...ids]}::bigint[])`,
    ),
    aroundOf(reader, ids),
  ])
  return new Map(rows.map(row => [row.id, stateOf(row, around(row.id))]))
}

interface ListPage {
  readonly limit: number
  readonly skip: number
  /** By activity; absent: the newest first. */
  readonly order?: TimeOrder | undefined
  /** Continue after this conversation. */
  readonly after?: number | undefined
  /** Only these. */
  readonly ids?: readonly number[] | undefined
}

const timeOrder = { newest: newestFirst, oldest: oldestFirst }

/** One index serves both orders. */
function timePage(
  where: RawBuilder<unknown>,
  { after, limit, skip, order = 'newest' }: ListPage,
): RawBuilder<unknown> {
  const isBehind = order === 'newest' ? sql`<` : sql`>`
  const behind =
    after === undefined
      ? sql`true`
      : sql`(c.last_activity, c.id) ${isBehind} (select last_activity, id from conversations where id = ${after})`
  return sql`
    select c.* from conversations c where ${where} and ${behind}
    order by ${timeOrder[order]} limit ${sql.lit(limit + skip)}`
}

/** A page of the matching conversations, and its order. */
function orderedPage(
  { queue, mentionedId }: ListFilter,
  where: RawBuilder<unknown>,
  page: ListPage,
): readonly [RawBuilder<unknown>, RawBuilder<unknown>] {
  const { after, limit, skip } = page
  if (queue !== undefined && queue !== 'failed' && queue !== 'no-reply')
    return [queuePage(queue, where, after, limit + skip), queueOrder(queue)]
  if (queue !== undefined) return [timePage(where, { ...page, order: 'newest' }), newestFirst]
  if (mentionedId === undefined) return [timePage(where, page), timeOrder[page.order ?? 'newest']]
  return [mentionPage(mentionedId, where, after, limit + skip), mentionOrder(mentionedId)]
}

/** Conversations for one viewer, by activity; a queue and mentions have their own order. */
export async function conversationRows(
  reader: Reader,
  viewerId: number,
  filter: ListFilter,
  page: ListPage,
): Promise<ConversationRow[]> {
  const status = filter.status === undefined ? sql`true` : sql`c.status = ${filter.status}`
  const among = page.ids === undefined ? sql`true` : sql`c.id = any(${[...page.ids]}::bigint[])`
  const skipped = page.skip === 0 ? sql`` : sql`offset ${page.skip}`
  const where = sql`${narrow(filter)} and ${status} and ${among}`
  const [shown, order] = orderedPage(filter, where, page)
  // A literal limit: with a parameter the planner would plan for thousands of rows.
  const query = sql<Joined & { mark: number | null; at_baseline: number }>`
    select ${columns}, k.seen_no as mark, ${baselineNo(viewerId)} as at_baseline
    from (
      select c.* from (${shown}) c order by ${order} limit ${sql.lit(page.limit)} ${skipped}
    ) c ${joins}
    left join lateral (
      select seen_no from marks where agent_id = ${viewerId} and conversation_id = c.id offset 0) k on true
    order by ${order}`
  const { rows } = await query.execute(reader)
  const around = await aroundOf(
    reader,
    rows.map(row => row.id),
  )
  return rows.map(row => {
    const seen_no = seenUpTo(row.mark, row.at_baseline)
    return { ...stateOf(row, around(row.id)), seen_no, unread_count: unreadCount(row.inbound_no, seen_no) }
  })
}

export const isUnassigned = async (reader: Reader, id: number): Promise<boolean> =>
  (await reader
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', id)
    .where('assignee_id', 'is', null)
    .executeTakeFirst()) !== undefined

export const conversationExists = async (reader: Reader, id: number): Promise<boolean> =>
  (await reader.selectFrom('conversations').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined

/** What other resources add to a conversation's row. */
type Around = Pick<ConversationState, 'ticket' | 'offer' | 'open_issues' | 'references' | 'mentioned'>

type Of<Row> = Row & { readonly conversation_id: number }

const tickets = statement<Of<{ id: number; ticket_number: string; stands: boolean }>>(
  'tickets_around',
  `select conversation_id, id, ticket_number,
     row_number() over (partition by conversation_id
       order by status in ('RESOLVED', 'CLOSED'), created_at desc, id desc) = 1 as stands
   from tickets where conversation_id = any($1::bigint[]) order by id`,
)

const applications = statement<Of<{ reference: string }>>(
  'applications_around',
  `select conversation_id, upper(kind) || '-' || id as reference
   from applications where conversation_id = any($1::bigint[]) order by id`,
)

const issues = statement<Of<{ open: number }>>(
  'issues_around',
  `select conversation_id, count(*)::int as open
   from issues where conversation_id = any($1::bigint[]) and status <> 'RESOLVED' group by 1`,
)

const mentions = statement<Of<{ agent_id: number; at: Date }>>(
  'mentions_around',
  `select n.conversation_id, m.agent_id, max(m.at) as at
   from note_mentions m join conversation_notes n on n.id = m.note_id
   where m.seen_at is null and n.conversation_id = any($1::bigint[]) group by 1, 2 order by 1, 2`,
)

interface OpenOffer {
  readonly id: number
  readonly agent_id: number
  readonly agent_name: string
  readonly by_id: number | null
  readonly by_name: string | null
  readonly offered_at: Date
  readonly deadline: Date
}

const offers = statement<Of<OpenOffer>>(
  'offers_around',
  `select o.conversation_id, o.id, o.agent_id, a.name as agent_name, o.by_id, b.name as by_name, o.offered_at, o.deadline
   from assignments o join agents a on a.id = o.agent_id left join agents b on b.id = o.by_id
   where o.conversation_id = any($1::bigint[]) and o.state = 'offered'`,
)

const offerOf = (offer: OpenOffer): ConversationState['offer'] => ({
  id: String(offer.id) as AssignmentId,
  agent_id: String(offer.agent_id) as AgentId,
  agent_name: offer.agent_name,
  by: offer.by_id === null ? null : { id: String(offer.by_id) as AgentId, name: offer.by_name ?? '' },
  offered_at: offer.offered_at.toISOString(),
  deadline: offer.deadline.toISOString(),
})

const nothing: Around = { ticket: null, offer: null, open_issues: 0, references: [], mentioned: [] }

/**
 * One query per resource for a whole page: lookups per row took longer than the rest of the page. The conversation's
 * ticket is its newest open one, else its newest.
 */
async function aroundOf(reader: Reader, conversationIds: readonly number[]): Promise<(id: number) => Around> {
  if (conversationIds.length === 0) return () => nothing
  const ids = [conversationIds]
  const ofTickets = await tickets(reader, ids)
  const ofApplications = await applications(reader, ids)
  const ofIssues = await issues(reader, ids)
  const ofOffers = await offers(reader, ids)
  const ofMentions = await mentions(reader, ids)
  const found = new Map<number, Around>()
  const add = (id: number, change: (around: Around) => Partial<Around>) => {
    const around = found.get(id) ?? nothing
    found.set(id, { ...around, ...change(around) })
  }
  for (const { conversation_id, id, ticket_number, stands } of ofTickets) {
    const ticket = { id: String(id) as TicketId, ticket_number }
    add(conversation_id, ({ references }) => ({
      references: [...references, ticket_number],
      ...(stands && { ticket }),
    }))
  }
  for (const { conversation_id, reference } of ofApplications)
    add(conversation_id, ({ references }) => ({ references: [...references, reference] }))
  for (const { conversation_id, open } of ofIssues) add(conversation_id, () => ({ open_issues: open }))
  for (const { conversation_id, ...offer } of ofOffers)
    add(conversation_id, () => ({ offer: offerOf(offer) }))
  for (const { conversation_id, agent_id, at } of ofMentions) {
    const mention = { agent_id: String(agent_id) as AgentId, at: at.toISOString() }
    add(conversation_id, ({ mentioned }) => ({ mentioned: [...mentioned, mention] }))
  }
  return id => found.get(id) ?? nothing
}
