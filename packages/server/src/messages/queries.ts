import type { Attachment } from '@parley/core/attachments/api'
import type { Failure, Message, MessageStatus } from '@parley/core/messages/api'
import { noticeName, noticeSender } from '@parley/core/conversations/thread'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { attachmentsOfMessages } from '../attachments/queries.ts'
import { runPrepared } from '../db/statement.ts'
import type { Reader } from '../db/write.ts'
import { type FoldedColumns, foldsOf } from './folds.ts'
import { stands } from './stands.ts'
import { reactionColumns, reactionJoins } from './reactions.ts'
import { businessPhone, type QuotedColumns, quotedColumns, quotedJoins, quoteOf } from './quotes.ts'

interface Joined extends QuotedColumns, FoldedColumns {
  id: number
  conversation_id: number
  content: string
  at: Date
  direction: 'INBOUND' | 'OUTBOUND'
  message_type: string
  source: 'CUSTOMER' | 'AGENT' | 'BOT' | 'SYSTEM'
  agent_id: number | null
  agent_name: string | null
  agent_email: string | null
  customer_id: number
  customer_name: string | null
  response_time_seconds: number | null
  issue_id: number | null
  first_seen_at: Date | null
  inbound_no: number | null
  status: MessageStatus
  failure: z.output<typeof Failure> | null
  waits: { sentence: string } | null
  waits_until: Date | null
  leaves_at: Date | null
  client_message_id: string | null
  forwarded: Message['forwarded']
  details: Message['details']
}

const from = sql`
  select m.id, m.conversation_id, m.content, m.at, m.direction, m.message_type, m.source, m.agent_id,
    a.name as agent_name, a.email as agent_email, cu.id as customer_id, cu.name as customer_name,
    m.response_time_seconds, m.issue_id, m.first_seen_at, m.inbound_no, m.status, m.failure, m.waits, m.waits_until,
    case when m.status = 'queued' and m.tries = 0 and m.waits is null and m.next_try_at > m.at then m.next_try_at end as leaves_at,
    m.client_message_id,
    m.forwarded, m.details, m.reaction, m.reaction_at, m.original_content, m.edited_at, m.revoked_at, ${reactionColumns}, ${quotedColumns}
  from messages m
  join conversations c on c.id = m.conversation_id
  join customers cu on cu.id = c.customer_id
  left join agents a on a.id = m.agent_id
  ${reactionJoins}
  ${quotedJoins}`

type Sender = Pick<Message, 'sender_id' | 'sender_name' | 'username'>

function senderOf(row: Joined): Sender {
  switch (row.source) {
    case 'CUSTOMER':
      return { sender_id: String(row.customer_id), sender_name: row.customer_name, username: null }
    case 'AGENT':
      if (row.agent_id === null) return { sender_id: 'phone', sender_name: businessPhone, username: null }
      return { sender_id: String(row.agent_id), sender_name: row.agent_name, username: row.agent_email }
    case 'BOT':
      return { sender_id: 'bot', sender_name: 'Bot', username: null }
    case 'SYSTEM':
      return row.direction === 'OUTBOUND'
        ? { sender_id: noticeSender, sender_name: noticeName, username: null }
        : { sender_id: 'system', sender_name: null, username: null }
  }
}

const messageOf = (row: Joined, files: ReadonlyMap<number, Attachment[]>): Message => ({
  id: String(row.id) as Message['id'],
  conversation_id: String(row.conversation_id) as Message['conversation_id'],
  content: row.content,
  created_at: row.at.toISOString(),
  direction: row.direction,
  message_type: row.message_type,
  source: row.source,
  ...senderOf(row),
  response_time_seconds: row.response_time_seconds,
  attachments: [...(files.get(row.id) ?? [])],
  issue_id: row.issue_id === null ? null : String(row.issue_id),
  first_seen_at: row.first_seen_at?.toISOString() ?? null,
  inbound_no: row.inbound_no,
  status: row.status,
  failure: row.failure,
  waits:
    row.waits === null || row.waits_until === null
      ? null
      : { sentence: row.waits.sentence, until: row.waits_until.toISOString() },
  leaves_at: row.leaves_at?.toISOString() ?? null,
  client_message_id: row.client_message_id,
  quote: quoteOf(row, files),
  forwarded: row.forwarded,
  ...foldsOf(row),
  details: row.details,
})

async function withAttachments(reader: Reader, rows: readonly Joined[], wanted = true): Promise<Message[]> {
  const ids = rows.map(row => row.id)
  const files = wanted ? await attachmentsOfMessages(reader, ids) : new Map<number, Attachment[]>()
  return rows.map(row => messageOf(row, files))
}

/** Messages by id, the same for every viewer. */
export async function messagesById(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Message>> {
  if (ids.length === 0) return new Map()
  const [rows, files] = await Promise.all([
    runPrepared(reader, 'messages_by_id', sql<Joined>`${from} where m.id = any(${[...ids]}::bigint[])`),
    attachmentsOfMessages(reader, ids),
  ])
  return new Map(rows.map(row => [row.id, messageOf(row, files)]))
}

/** Which part of a thread: the newest, those before or after a message, or those around one. */
export interface HistoryPage {
  readonly limit: number
  readonly before?: number | undefined
  readonly around?: number | undefined
  readonly after?: number | undefined
  readonly withFiles: boolean
}

export interface HistoryPart {
  /** Oldest first, in thread order. */
  readonly messages: readonly Message[]
  readonly hasMore: boolean
  readonly hasNewer: boolean
}

/** The place of a message among those of its thread, or of a note: their ids are of one sequence. */
const place = (id: number): RawBuilder<unknown> =>
  sql`(select at, id from messages where id = ${id} union all select at, id from conversation_notes where id = ${id})`

/** One more than asked for tells whether there are more. */
async function stretch(
  reader: Reader,
  conversationId: number,
  where: RawBuilder<unknown>,
  limit: number,
  newest: boolean,
) {
  const order = newest ? sql`m.at desc, m.id desc` : sql`m.at, m.id`
  const { rows } = await sql<Joined>`
    ${from} where m.conversation_id = ${conversationId} and ${where} order by ${order} limit ${limit + 1}`.execute(
    reader,
  )
  const kept = rows.slice(0, limit)
  return { rows: newest ? kept.toReversed() : kept, more: rows.length > limit }
}

/** A part of a conversation's thread. */
export async function history(
  reader: Reader,
  conversationId: number,
  page: HistoryPage,
): Promise<HistoryPart> {
  const { limit, before, around, after, withFiles } = page
  if (after !== undefined) {
    const { rows, more } = await stretch(
      reader,
      conversationId,
      sql`(m.at, m.id) > ${place(after)}`,
      limit,
      false,
    )
    return { messages: await withAttachments(reader, rows, withFiles), hasMore: true, hasNewer: more }
  }
  if (around === undefined) {
    const where = before === undefined ? sql`true` : sql`(m.at, m.id) < ${place(before)}`
    const { rows, more } = await stretch(reader, conversationId, where, limit, true)
    return {
      messages: await withAttachments(reader, rows, withFiles),
      hasMore: more,
      hasNewer: before !== undefined,
    }
  }
  const half = Math.floor(limit / 2)
  const older = await stretch(reader, conversationId, sql`(m.at, m.id) < ${place(around)}`, half, true)
  const newer = await stretch(
    reader,
    conversationId,
    sql`(m.at, m.id) >= ${place(around)}`,
    limit - half,
    false,
  )
  return {
    messages: await withAttachments(reader, [...older.rows, ...newer.rows], withFiles),
    hasMore: older.more,
    hasNewer: newer.more,
  }
}

const mostAnswers = 100

/** The newest answers of a conversation by others than this agent that have a greater id, in thread order; at most 100. */
export async function answersSince(
  reader: Reader,
  conversationId: number,
  since: { readonly messageId: number; readonly exceptAgentId: number },
): Promise<Message[]> {
  const byAnother = sql`
    m.direction = 'OUTBOUND' and m.source <> 'SYSTEM' and m.id > ${since.messageId} and m.agent_id is distinct from ${since.exceptAgentId}
    and ${stands}`
  const { rows } = await stretch(reader, conversationId, byAnother, mostAnswers, true)
  return withAttachments(reader, rows)
}

/** Whether a message, or a note that stands, is one of a conversation's. */
export const isInConversation = async (
  reader: Reader,
  messageId: number,
  conversationId: number,
): Promise<boolean> =>
  (
    await sql`
      select 1 from messages where id = ${messageId} and conversation_id = ${conversationId}
      union all select 1 from conversation_notes
      where id = ${messageId} and conversation_id = ${conversationId} and deleted_at is null`.execute(reader)
  ).rows.length > 0
