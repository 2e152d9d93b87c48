import { sql } from 'kysely'
import { ApiError } from '@parley/core/errors'
import { type AttachmentRow, deleteUncarried, holdFile, readyAttachment } from '../attachments/queries.ts'
import type { FileStore } from '../attachments/store.ts'
import { type Reader, type Tx, write, type Writer } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { cannedReply } from './queries.ts'

/** The ids of a canned reply's files, in their order. */
export async function cannedFileIds(reader: Reader, replyId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('canned_reply_files')
    .select('attachment_id')
    .where('reply_id', '=', replyId)
    .orderBy('position')
    .execute()
  return rows.map(row => String(row.attachment_id))
}

/**
 * Replaces the files of a locked canned reply. A new file must be the editor's own upload that nothing carries: a file of a
 * conversation must not become a canned reply. Returns the storage keys of the removed files, for deletion after the
 * transaction.
 * @throws ApiError attachment.not-found
 */
export async function setCannedFiles(
  tx: Tx,
  { replyId, documentIds, agentId }: { replyId: number; documentIds: readonly string[]; agentId: number },
): Promise<readonly string[]> {
  const held = await cannedFileIds(tx, replyId)
  for (const id of documentIds.filter(id => !held.includes(id))) await refuseUnlessFree(tx, id, agentId)
  await tx.deleteFrom('canned_reply_files').where('reply_id', '=', replyId).execute()
  if (documentIds.length > 0)
    await tx
      .insertInto('canned_reply_files')
      .values(documentIds.map((id, position) => ({ reply_id: replyId, attachment_id: Number(id), position })))
      .execute()
  const gone = held.filter(id => !documentIds.includes(id))
  await lockFiles(tx, gone)
  return deleteUncarried(tx, gone.map(Number))
}

/** Locks the row, so that it is neither sent nor deleted meanwhile. */
async function refuseUnlessFree(tx: Tx, id: string, agentId: number): Promise<void> {
  const known = idOf(id)
  if (known !== null) await lockFiles(tx, [id])
  const to = { agentId, visibility: null, customerId: null }
  const file = known === null ? undefined : await readyAttachment(tx, known, to)
  if (file === undefined || !file.isOwn || file.isCarried || file.isCanned)
    throw new ApiError('attachment.not-found', { id })
}

const lockFiles = (tx: Tx, ids: readonly string[]) =>
  sql`select 1 from attachments where id = any(${ids}::bigint[]) order by id for update`.execute(tx)

/** @throws ApiError attachment.not-found */
async function cannedFile(
  tx: Tx,
  { replyId, documentId }: { replyId: number; documentId: string },
): Promise<AttachmentRow & { readonly storage_key: string }> {
  const id = idOf(documentId)
  const row = await tx
    .selectFrom('canned_reply_files as k')
    .innerJoin('attachments as f', 'f.id', 'k.attachment_id')
    .selectAll('f')
    .where('k.reply_id', '=', replyId)
    .where('f.id', '=', id ?? 0)
    .executeTakeFirst()
  if (row === undefined || row.storage_key === null)
    throw new ApiError('attachment.not-found', { id: documentId })
  return { ...row, storage_key: row.storage_key }
}

interface TakenFile {
  readonly id: number
  readonly documentId: string
  readonly agentId: number
}

/**
 * Copies a file of a canned reply to an upload of the agent's own: a row with the same bytes, independent of the reply. It
 * is sent, erased and deleted like any other.
 * @throws ApiError reply.not-found, for another agent's own too, attachment.not-found; FileGone
 */
export const takeFile = (
  writer: Writer,
  store: FileStore,
  { id, documentId, agentId }: TakenFile,
): Promise<AttachmentRow> =>
  write(writer, async context => {
    const { tx } = context
    await cannedReply(tx, agentId, id)
    const { id: _, ...file } = await cannedFile(tx, { replyId: id, documentId })
    await holdFile(tx, store, file.storage_key)
    return tx
      .insertInto('attachments')
      .values({ ...file, uploaded_by: agentId, created_at: context.now })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
