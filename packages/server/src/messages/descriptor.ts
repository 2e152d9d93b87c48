import { sql } from 'kysely'
import {
  type Batch,
  type Descriptor,
  type Erased,
  type Forgotten,
  inConversations,
  type Places,
} from '../descriptor.ts'
import type { Emit, Tx } from '../db/write.ts'
import { keepErasedIds } from '../personal-data/erased-ids.ts'
import { forgetDraftsBefore, forgetDraftsIn, movedDrafts } from './drafts/move-drafts.ts'
import { messageDraftRoutes } from './drafts/routes.ts'
import { messageRecords } from './export.ts'
import { type MessageDeps, messageRoutes } from './routes.ts'
import { seeAll } from './see-all.ts'

/** Read only while a message before it is still on its way. */
const stoppedHere = {
  code: 'erased',
  sentence: "It was not sent, since this customer's data are being erased.",
  remedy: 'Nothing is left to do.',
}

/** Queued messages fail. Answers whether none is on its way to WhatsApp. */
async function stopSending(tx: Tx, emit: Emit, { conversationIds: ids }: Erased): Promise<boolean> {
  if (ids.length === 0) return true
  const stopped = await tx
    .updateTable('messages')
    .set({ status: 'failed', next_try_at: null, failure: JSON.stringify(stoppedHere) })
    .where('conversation_id', 'in', ids)
    .where('status', '=', 'queued')
    .returning('id')
    .execute()
  for (const { id } of stopped) emit({ noun: 'message', id, kind: 'changed' })
  const sending = await tx
    .selectFrom('attempts')
    .select('id')
    .where('conversation_id', 'in', ids)
    .where('state', '=', 'sending')
    .limit(1)
    .executeTakeFirst()
  return sending === undefined
}

async function eraseFirst(tx: Tx, emit: Emit, of: Erased): Promise<readonly number[]> {
  await seeAll(tx, emit, of.conversationIds)
  await keepErasedIds(tx, of.messages, of.now)
  await forgetDraftsIn(tx, emit, of.conversationIds)
  const { rows } = await sql<{ id: number }>`
    delete from message_attachments where message_id in ${of.messages} returning attachment_id as id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** WhatsApp may bring a message this late, behind what is done with already. */
const lateness = sql`interval '30 days'`

/** The next old messages that still have words or files lose them. What is not settled yet keeps its words. */
export async function forgetMessages(tx: Tx, emit: Emit, { before, most }: Batch): Promise<Forgotten> {
  const { rows } = await sql<{ id: number; conversation_id: number }>`
    select m.id, m.conversation_id from messages m
    where m.at < ${before} and m.at >= (select messages_through - ${lateness} from retention_state)
      and m.status not in ('queued', 'sending')
      and (m.content <> '' or m.metadata is not null or m.details is not null or m.original_content <> ''
        or m.reaction is not null or exists (select 1 from agent_reactions r where r.message_id = m.id)
        or exists (select 1 from message_attachments k where k.message_id = m.id))
    order by m.at, m.id limit ${most}`.execute(tx)
  if (rows.length < most)
    await sql`update retention_state set messages_through = greatest(messages_through, ${before}::timestamptz)`.execute(
      tx,
    )
  const ids = rows.map(row => row.id)
  await sql`update messages set content = '', metadata = null, details = null, reaction = null,
      original_content = case when original_content is not null then '' end
    where id = any(${ids}::bigint[])`.execute(tx)
  // A repeat of the webhook brings nothing back.
  await sql`update message_folds set content = null where message_id = any(${ids}::bigint[])`.execute(tx)
  const { rows: files } = await sql<{ id: number }>`
    delete from message_attachments where message_id = any(${ids}::bigint[]) returning attachment_id as id`.execute(
    tx,
  )
  for (const id of ids) emit({ noun: 'message', id, kind: 'changed' })
  const { rows: shown } = await sql<{ id: number }>`
    select id from conversations where id = any(${rows.map(row => row.conversation_id)}::bigint[])
      and last_message_id = any(${ids}::bigint[])`.execute(tx)
  for (const { id } of shown) emit({ noun: 'conversation', id, kind: 'changed' })
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
    // What was begun and not sent, from when it was last written on.
    drafts: {
      days: settings => settings.keep_messages_days,
      forget: async (tx, emit, { before, most }) => ({
        count: await forgetDraftsBefore(tx, emit, before, most),
      }),
    },
  },
  carry: { drafts: movedDrafts },
  isWork: of => sql`exists (select 1 from attempts where ${inConversations(of)} and state = 'sending')`,
  shows: { noun: 'message', ids: of => of.messages },
}
