import { type Selectable, sql } from 'kysely'
import type { Attachment } from '@parley/core/attachments/api'
import type { FilePlace } from '@parley/core/attachments/rules'
import type { AttachmentsTable } from '../db/database.ts'
import { statement } from '../db/connection/statement.ts'
import type { Reader, Tx, Writer } from '../db/write.ts'
import { isVisible, type VisibilityScope } from '../visibility/queries.ts'
import type { FileStore } from './store.ts'
import { isRaster } from './stored-file.ts'

export type AttachmentRow = Selectable<AttachmentsTable>
type ShownRow = Pick<
  AttachmentRow,
  | 'id'
  | 'name'
  | 'mime_type'
  | 'size'
  | 'document_type'
  | 'state'
  | 'failure'
  | 'has_thumbnail'
  | 'width'
  | 'height'
>

const base = '/api/v1/attachments/documents'

/** A row as agents see it. Addresses are null until the file is fetched. */
export function toAttachment(row: ShownRow): Attachment {
  const id = String(row.id) as Attachment['id']
  const address = (part: string, there: boolean) => (there ? `${base}/${id}/${part}` : null)
  const ready = row.state === 'ready'
  return {
    id,
    document_id: id,
    name: row.name,
    mime_type: row.mime_type,
    size: row.size,
    document_type: row.document_type as Attachment['document_type'],
    state: row.state as Attachment['state'],
    failure: row.failure,
    file_path: `documents/${id}/${row.name}`,
    download_url: address('download', ready),
    // A picture without a thumbnail is damaged or too large, so pages must not load it by themselves.
    preview_url: address('preview', ready && row.has_thumbnail && isRaster(row.mime_type)),
    thumbnail_url: address('thumbnail', ready && row.has_thumbnail),
    width: row.width,
    height: row.height,
  }
}

/** A file and the facts by which an agent may open or send it. */
export type PlacedRow = AttachmentRow & FilePlace

/** A file that is ready, with its relation to an agent, and to a customer (null: to none). */
export async function readyAttachment(
  reader: Reader,
  id: number,
  to: { readonly agentId: number; readonly visibility: VisibilityScope; readonly customerId: number | null },
): Promise<PlacedRow | undefined> {
  const { rows } = await sql<PlacedRow>`
    select a.*, coalesce(a.uploaded_by = ${to.agentId}::bigint, false) as "isOwn",
      exists (select 1 from message_attachments m where m.attachment_id = a.id)
        or exists (select 1 from application_documents d where d.attachment_id = a.id) as "isCarried",
      exists (
        select 1 from message_attachments k join messages m on m.id = k.message_id
          join conversations c on c.id = m.conversation_id
        where k.attachment_id = a.id and c.customer_id = ${to.customerId}::bigint
      ) or exists (
        select 1 from application_documents d join applications p on p.id = d.application_id
        where d.attachment_id = a.id and p.customer_id = ${to.customerId}::bigint
      ) as "isCustomers",
      exists (
        select 1 from canned_reply_files f join canned_replies r on r.id = f.reply_id
        where f.attachment_id = a.id and (r.owner_id is null or r.owner_id = ${to.agentId}::bigint)
      ) as "isCanned"
    from attachments a where a.id = ${id}`.execute(reader)
  const [row] = rows
  if (row?.state !== 'ready') return undefined
  return { ...row, isCarried: row.isCarried && (await isCarriedVisible(reader, id, to.visibility)) }
}

/** Whether a message or an application of a conversation in the visibility scope has a file. */
async function isCarriedVisible(reader: Reader, id: number, visibility: VisibilityScope): Promise<boolean> {
  if (visibility === null) return true
  const { rows } = await sql`
    select 1 from conversations c where ${isVisible(visibility)} and c.id in (
      select m.conversation_id from message_attachments k join messages m on m.id = k.message_id
      where k.attachment_id = ${id}
      union all
      select p.conversation_id from application_documents d join applications p on p.id = d.application_id
      where d.attachment_id = ${id}
    ) limit 1`.execute(reader)
  return rows.length > 0
}

const ofMessages = statement<ShownRow & { message_id: number }>(
  'attachments_of_messages',
  `select m.message_id, a.id, a.name, a.mime_type, a.size, a.document_type, a.state, a.failure, a.has_thumbnail,
     a.width, a.height
   from message_attachments m join attachments a on a.id = m.attachment_id
   where m.message_id = any($1::bigint[] || array(
     select quoted_id from messages where id = any($1::bigint[]) and quoted_id is not null))
   order by m.message_id, m.position`,
)

/** The files of these messages and of those that they quote, in order. A message without files has no entry. */
export async function attachmentsOfMessages(
  reader: Reader,
  messageIds: readonly number[],
): Promise<Map<number, Attachment[]>> {
  const byMessage = new Map<number, Attachment[]>()
  if (messageIds.length === 0) return byMessage
  const rows = await ofMessages(reader, [messageIds])
  for (const row of rows) {
    byMessage.set(row.message_id, [...(byMessage.get(row.message_id) ?? []), toAttachment(row)])
  }
  return byMessage
}

/** The file was removed before a row named it. The caller stores it again. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
}

/**
 * Locks a kept file until the transaction ends, which names it in a row. Meanwhile `removeUnnamed` does not remove it.
 * @throws FileGone
 */
export async function holdFile(tx: Tx, store: Pick<FileStore, 'has'>, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx)
  if (!(await store.has(key))) throw new FileGone('The file no longer exists')
}

const isNamed = async (reader: Reader, key: string): Promise<boolean> =>
  (await reader
    .selectFrom('attachments')
    .select('id')
    .where('storage_key', '=', key)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether a message, an application or a canned reply carries `attachments f`. */
export const isCarried = sql<boolean>`(
  exists (select 1 from message_attachments k where k.attachment_id = f.id)
  or exists (select 1 from application_documents d where d.attachment_id = f.id)
  or exists (select 1 from canned_reply_files r where r.attachment_id = f.id))`

/** Deletes the attachments that nothing carries. @returns the keys of their files, for `removeUnnamed` */
export async function deleteUncarried(tx: Tx, ids: readonly number[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ storage_key: string | null }>`
    delete from attachments f where f.id = any(${[...ids]}::bigint[]) and not ${isCarried}
    returning storage_key`.execute(tx)
  return [...new Set(rows.flatMap(row => (row.storage_key === null ? [] : [row.storage_key])))]
}

/** Removes the files that no row names. @returns their number */
export async function removeUnnamed(
  db: Writer['db'],
  store: Pick<FileStore, 'remove'>,
  keys: readonly string[],
): Promise<number> {
  let gone = 0
  for (const key of keys) {
    gone += await db.transaction().execute(async tx => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
      if (await isNamed(tx, key)) return 0
      await store.remove(key)
      return 1
    })
  }
  return gone
}
