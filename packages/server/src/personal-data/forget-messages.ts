import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'
import { forgetWords } from '../search/forget.ts'

/** What one batch did: how many messages lost something, and the keys of the files that went with them. */
export interface Forgotten {
  readonly messages: number
  readonly files: readonly string[]
}

/** WhatsApp may bring a message this late, behind what is done with already. */
const lateness = sql`interval '30 days'`

/**
 * The next messages before a moment that still have words or files lose them, at most so many; null: none has. What is not
 * settled yet keeps its words. The rows stay, and with them the figures.
 */
export async function forgetUpTo(tx: Tx, emit: Emit, before: Date, most: number): Promise<Forgotten | null> {
  const { rows } = await sql<{ id: number; conversation_id: number }>`
    select m.id, m.conversation_id from messages m
    where m.at < ${before} and m.at >= (select messages_through - ${lateness} from retention_state)
      and m.status not in ('queued', 'sending')
      and (m.content <> '' or m.metadata is not null or m.details is not null or m.original_content <> ''
        or m.reaction is not null or exists (select 1 from agent_reactions r where r.message_id = m.id)
        or exists (select 1 from message_attachments k where k.message_id = m.id))
    order by m.at, m.id limit ${most}`.execute(tx)
  if (rows.length === 0) {
    await sql`update retention_state set messages_through = greatest(messages_through, ${before}::timestamptz)`.execute(
      tx,
    )
    return null
  }
  const ids = rows.map(row => row.id)
  await sql`update messages set content = '', metadata = null, details = null, reaction = null,
      original_content = case when original_content is not null then '' end
    where id = any(${ids}::bigint[])`.execute(tx)
  await sql`delete from agent_reactions where message_id = any(${ids}::bigint[])`.execute(tx)
  await sql`delete from unclear_texts where message_id = any(${ids}::bigint[])`.execute(tx)
  await forgetWords(tx, sql`(select unnest(${ids}::bigint[]))`)
  // When it comes again nothing comes back.
  await sql`update message_folds set content = null where message_id = any(${ids}::bigint[])`.execute(tx)
  const files = await untie(tx, ids)
  for (const id of ids) emit({ noun: 'message', id, kind: 'changed' })
  const conversations = new Set(rows.map(row => row.conversation_id))
  const shown = await tx
    .selectFrom('conversations')
    .select('id')
    .where('id', 'in', [...conversations])
    .where('last_message_id', 'in', ids)
    .execute()
  for (const { id } of shown) emit({ noun: 'conversation', id, kind: 'changed' })
  return { messages: ids.length, files }
}

/** Files that nothing else carries go. */
async function untie(tx: Tx, messageIds: readonly number[]): Promise<readonly string[]> {
  const { rows } = await sql<{ attachment_id: number }>`
    delete from message_attachments where message_id = any(${messageIds}::bigint[]) returning attachment_id`.execute(
    tx,
  )
  const { rows: gone } = await sql<{ storage_key: string | null }>`
    delete from attachments f where f.id = any(${rows.map(row => row.attachment_id)}::bigint[])
      and not exists (select 1 from message_attachments k where k.attachment_id = f.id)
      and not exists (select 1 from application_documents d where d.attachment_id = f.id)
      and not exists (select 1 from canned_reply_files r where r.attachment_id = f.id)
    returning storage_key`.execute(tx)
  return gone.flatMap(row => (row.storage_key === null ? [] : [row.storage_key]))
}
