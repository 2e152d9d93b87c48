import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { Attachment } from '@parley/core/attachments/api'
import { channelName } from '@parley/core/channel/rules'
import { noticeName, noticeSender } from '@parley/core/conversations/thread'
import type { Attempt, Failure, Message, MessageStatus } from '@parley/core/messages/api'
import type { AttemptState } from '@parley/core/messages/constants'
import { attachmentsOfMessages } from '../attachments/queries.ts'
import { channelOf } from '../conversations/reach.ts'
import { notRetracted } from '../conversations/thread.ts'
import { runPrepared } from '../db/connection/statement.ts'
import type { Reader } from '../db/write.ts'
import { type ChangeColumns, changeFieldsOf } from './changes.ts'
import { businessPhone, type QuotedColumns, quotedColumns, quotedJoins, quoteOf } from './quotes.ts'
import { reactionColumns, reactionJoins } from './react.ts'

interface Joined extends QuotedColumns, ChangeColumns {
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
  ...changeFieldsOf(row),
  details: row.details,
})

async function withAttachments(reader: Reader, rows: readonly Joined[], wanted = true): Promise<Message[]> {
  const ids = rows.map(row => row.id)
  const files = wanted ? await attachmentsOfMessages(reader, ids) : new Map<number, Attachment[]>()
  return rows.map(row => messageOf(row, files))
}

/** Messages by id without viewer-specific fields, as events carry them. */
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

/** The newest messages, or those before, after or around one. */
interface HistoryPage {
  readonly limit: number
  readonly before?: number | undefined
  readonly around?: number | undefined
  readonly after?: number | undefined
  readonly withFiles: boolean
}

interface HistoryPart {
  /** Oldest first, in thread order. */
  readonly messages: readonly Message[]
  readonly hasMore: boolean
  readonly hasNewer: boolean
}

/** The position of a message, or of a note: their ids are of one sequence. */
const place = (id: number): RawBuilder<unknown> =>
  sql`(select at, id from messages where id = ${id} union all select at, id from conversation_notes where id = ${id})`

/** Reads one row more than `limit`, which tells whether there are more. */
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

export async function history(
  reader: Reader,
  conversationId: number,
  { limit, before, around, after, withFiles }: HistoryPage,
): Promise<HistoryPart> {
  const read = (where: RawBuilder<unknown>, most: number, newest: boolean) =>
    stretch(reader, conversationId, where, most, newest)
  const part = async (rows: readonly Joined[], hasMore: boolean, hasNewer: boolean) => ({
    messages: await withAttachments(reader, rows, withFiles),
    hasMore,
    hasNewer,
  })
  if (after !== undefined) {
    const { rows, more } = await read(sql`(m.at, m.id) > ${place(after)}`, limit, false)
    return part(rows, true, more)
  }
  if (around === undefined) {
    const where = before === undefined ? sql`true` : sql`(m.at, m.id) < ${place(before)}`
    const { rows, more } = await read(where, limit, true)
    return part(rows, more, before !== undefined)
  }
  const half = Math.floor(limit / 2)
  const older = await read(sql`(m.at, m.id) < ${place(around)}`, half, true)
  const newer = await read(sql`(m.at, m.id) >= ${place(around)}`, limit - half, false)
  return part([...older.rows, ...newer.rows], older.more, newer.more)
}

const mostAnswers = 100

/** The newest replies by others than this agent, with a greater id, in thread order. */
export async function answersSince(
  reader: Reader,
  conversationId: number,
  since: { readonly messageId: number; readonly exceptAgentId: number },
): Promise<Message[]> {
  const byAnother = sql`
    m.direction = 'OUTBOUND' and m.source <> 'SYSTEM' and m.id > ${since.messageId} and m.agent_id is distinct from ${since.exceptAgentId}
    and ${notRetracted}`
  const { rows } = await stretch(reader, conversationId, byAnother, mostAnswers, true)
  return withAttachments(reader, rows)
}

/** Whether a message, or a note that is not deleted, belongs to a conversation. */
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

/**
 * A message's attempts, the oldest first, and its channel's name. An inbound message has none. Null: there is no such
 * message.
 */
export async function attemptsOf(
  reader: Reader,
  messageId: number,
): Promise<{ readonly channel: string; readonly attempts: Attempt[] } | null> {
  const rows = await reader
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .leftJoin('business_numbers', 'business_numbers.phone_number_id', 'conversations.phone_number_id')
    .leftJoin('attempts', 'attempts.message_id', 'messages.id')
    .selectAll('attempts')
    .select(['conversations.peer', 'business_numbers.shown_as'])
    .where('messages.id', '=', messageId)
    .orderBy('attempts.no')
    .execute()
  const [first] = rows
  if (first === undefined) return null
  const attempts = rows.flatMap(row => {
    if (row.no === null || row.created_at === null) return []
    return [
      {
        no: row.no,
        state: row.state as AttemptState,
        created_at: row.created_at.toISOString(),
        accepted_at: isoOf(row.accepted_at),
        sent_at: isoOf(row.sent_at),
        delivered_at: isoOf(row.delivered_at),
        read_at: isoOf(row.read_at),
        played_at: isoOf(row.played_at),
        failed_at: isoOf(row.failed_at),
        failure: row.failure as Attempt['failure'],
        pricing: row.pricing as Attempt['pricing'],
      },
    ]
  })
  return { channel: channelName(channelOf(first), first.shown_as), attempts }
}

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null
