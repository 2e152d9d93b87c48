import { sql } from 'kysely'
import type { MessageDetails } from '@parley/core/messages/details'
import { fileFields } from '../attachments/descriptor.ts'
import type { Reader, TxContext } from '../db/write.ts'
import {
  type Batch,
  type Descriptor,
  type Erased,
  type Forgotten,
  inConversations,
  type Places,
  type Sql,
  type StoredFile,
} from '../descriptor.ts'
import { keepErasedIds } from '../personal-data/erased-ids.ts'
import { forgetDraftsBefore, forgetDraftsIn, movedDrafts } from './drafts/actions.ts'
import { messageDraftRoutes } from './drafts/routes.ts'
import { seeAll } from './mark-seen.ts'
import { type MessageDeps, messageRoutes } from './routes.ts'

/** Shown only while an earlier message is still being sent. */
const stoppedHere = {
  code: 'erased',
  sentence: "It was not sent, since this customer's data are being erased.",
  remedy: 'Nothing is left to do.',
}

/** Fails queued messages. Answers whether none is being sent. */
async function stopSending({ tx, publish }: TxContext, { conversationIds: ids }: Erased): Promise<boolean> {
  if (ids.length === 0) return true
  const stopped = await tx
    .updateTable('messages')
    .set({ status: 'failed', next_try_at: null, failure: JSON.stringify(stoppedHere) })
    .where('conversation_id', 'in', ids)
    .where('status', '=', 'queued')
    .returning('id')
    .execute()
  for (const { id } of stopped) publish({ noun: 'message', id, kind: 'changed' })
  const sending = await tx
    .selectFrom('attempts')
    .select('id')
    .where('conversation_id', 'in', ids)
    .where('state', '=', 'sending')
    .limit(1)
    .executeTakeFirst()
  return sending === undefined
}

async function eraseFirst(context: TxContext, of: Erased): Promise<readonly number[]> {
  await seeAll(context, of.conversationIds)
  await keepErasedIds(context, of.messages)
  await forgetDraftsIn(context, of.conversationIds)
  const { rows } = await sql<{ id: number }>`
    delete from message_attachments where message_id in ${of.messages} returning attachment_id as id`.execute(
    context.tx,
  )
  return rows.map(({ id }) => id)
}

/** WhatsApp may deliver a message this late, so retention looks this far back again. */
const lateness = sql`interval '30 days'`

/** The messages `m` whose words and files go. Messages that are not sent yet keep their text. */
export const oldMessages = (before: Date): Sql =>
  sql`m.at < ${before} and m.at >= (select messages_through - ${lateness} from retention_state)
    and m.status not in ('queued', 'sending')
    and (m.content <> '' or m.metadata is not null or m.details is not null or m.original_content <> ''
      or m.reaction is not null or exists (select 1 from agent_reactions r where r.message_id = m.id)
      or exists (select 1 from message_attachments k where k.message_id = m.id))`

/** Empties the next old messages. */
export async function forgetMessages(
  { tx, publish }: TxContext,
  { before, most }: Batch,
): Promise<Forgotten> {
  const { rows } = await sql<{ id: number; conversation_id: number }>`
    select m.id, m.conversation_id from messages m where ${oldMessages(before)}
    order by m.at, m.id limit ${most}`.execute(tx)
  if (rows.length < most)
    await sql`update retention_state set messages_through = greatest(messages_through, ${before}::timestamptz)`.execute(
      tx,
    )
  const ids = rows.map(row => row.id)
  await sql`update messages set content = '', metadata = null, details = null, reaction = null,
      original_content = case when original_content is not null then '' end
    where id = any(${ids}::bigint[])`.execute(tx)
  // A repeated webhook must bring nothing back.
  await sql`update message_folds set content = null where message_id = any(${ids}::bigint[])`.execute(tx)
  const { rows: files } = await sql<{ id: number }>`
    delete from message_attachments where message_id = any(${ids}::bigint[]) returning attachment_id as id`.execute(
    tx,
  )
  for (const id of ids) publish({ noun: 'message', id, kind: 'changed' })
  const { rows: shown } = await sql<{ id: number }>`
    select id from conversations where id = any(${rows.map(row => row.conversation_id)}::bigint[])
      and last_message_id = any(${ids}::bigint[])`.execute(tx)
  for (const { id } of shown) publish({ noun: 'conversation', id, kind: 'changed' })
  return { count: ids.length, messages: ids, attachments: files.map(({ id }) => id) }
}

const inThem = (of: Places) => sql`message_id in ${of.messages}`

export const messageResource: Descriptor<MessageDeps> = {
  routes: (http, deps) => {
    messageRoutes(http, deps)
    messageDraftRoutes(http, deps.writer)
  },
  export: { conversation: { messages: messageRecords } },
  erase: {
    isReady: stopSending,
    first: eraseFirst,
    tables: {
      early_statuses: {
        where: of => sql`wamid in (select wamid from messages where ${inConversations(of)}
          union select wamid from attempts where ${inThem(of)})`,
      },
      agent_reactions: { where: inThem },
      message_folds: {
        where: of => sql`(${inThem(of)} or (message_id is null
          and (wa_id = any(${of.marks}::text[]) or wa_user_id = any(${of.marks}::text[]))))`,
      },
      message_attachments: 'code',
      message_drafts: 'code',
      marks: 'figures',
      baseline_marks: 'figures',
      attempts: { where: inThem, set: () => sql`wamid = null, failure = null` },
      // WhatsApp's id of a message has the customer's number in it.
      messages: {
        where: inConversations,
        set: () => sql`content = '', metadata = null, details = null, failure = null, wamid = null,
          quoted_wamid = null, client_message_id = null, original_content = null, reaction = null`,
      },
    },
  },
  onWordsGone: (tx, ids) => sql`delete from agent_reactions where message_id in ${ids}`.execute(tx),
  retain: {
    messages: { days: settings => settings.keep_messages_days, forget: forgetMessages },
    // By the time of the last change.
    drafts: {
      days: settings => settings.keep_messages_days,
      forget: async (context, { before, most }) => ({
        count: await forgetDraftsBefore(context, before, most),
      }),
    },
  },
  carry: { drafts: movedDrafts },
  isWork: of => sql`exists (select 1 from attempts where ${inConversations(of)} and state = 'sending')`,
  shows: { noun: 'message', table: 'messages', ids: of => of.messages },
}

/** The fields that the transcript shows; customer.json has all. */
export interface MessageRecord {
  readonly id: string
  readonly at: Date
  readonly direction: 'INBOUND' | 'OUTBOUND'
  readonly source: string
  readonly message_type: string
  readonly content: string
  readonly status: string
  readonly sender_name: string | null
  /** WhatsApp's id of the quoted message, and the message. */
  readonly quoted_wamid: string | null
  readonly quoted_id: string | null
  readonly quoted_at: Date | null
  readonly forwarded: string | null
  /** The customer's reaction. */
  readonly reaction: string | null
  /** The business's, as WhatsApp has it. */
  readonly own_reaction: string | null
  /** The text before the first edit; null: never edited. */
  readonly original_content: string | null
  /** The time of the customer's deletion. */
  readonly revoked_at: Date | null
  readonly details: MessageDetails | null
  readonly files: readonly StoredFile[]
}

const pageSize = 500

/** The messages of a conversation in thread order, read a page at a time. */
export async function* messageRecords(reader: Reader, conversationId: number): AsyncGenerator<MessageRecord> {
  let behind = sql`true`
  for (;;) {
    const { rows: page } = await sql<Omit<MessageRecord, 'files'>>`
      select m.id::text, m.at, m.arrived_at, m.direction, m.source, m.message_type, m.content, m.status, m.failure,
        m.wamid, m.client_message_id, m.agent_id::text, a.name as sender_name, m.issue_id::text, m.metadata,
        m.response_time_seconds, m.first_seen_at, m.quoted_wamid, m.quoted_id::text, q.at as quoted_at, m.forwarded,
        m.details, m.reaction, m.reaction_at, nullif(r.told, '') as own_reaction, m.original_content, m.edited_at, m.revoked_at
      from messages m left join agents a on a.id = m.agent_id left join messages q on q.id = m.quoted_id
        left join agent_reactions r on r.message_id = m.id
      where m.conversation_id = ${conversationId} and ${behind} order by m.at, m.id limit ${pageSize}`.execute(
      reader,
    )
    yield* await withParts(reader, page)
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    behind = sql`(m.at, m.id) > (${last.at}, ${last.id}::bigint)`
  }
}

interface Part {
  readonly message_id: string
}

async function withParts(
  reader: Reader,
  messages: readonly Omit<MessageRecord, 'files'>[],
): Promise<readonly MessageRecord[]> {
  const ids = sql`${messages.map(message => message.id)}::bigint[]`
  const { rows: files } = await sql<StoredFile & Part>`
    select k.message_id::text, ${fileFields} from message_attachments k join attachments f on f.id = k.attachment_id
    where k.message_id = any(${ids}) order by k.message_id, k.position`.execute(reader)
  const { rows: attempts } = await sql<Part>`
    select message_id::text, no, state, wamid, failure, created_at, updated_at from attempts
    where message_id = any(${ids}) order by message_id, no`.execute(reader)
  const { rows: changes } = await sql<Part>`
    select message_id::text, kind, content, at, wamid from message_folds where message_id = any(${ids})
    order by message_id, at, id`.execute(reader)
  return messages.map(message => ({
    ...message,
    changes: changes.filter(change => change.message_id === message.id),
    attempts: attempts.filter(attempt => attempt.message_id === message.id),
    files: files.filter(file => file.message_id === message.id),
  }))
}
