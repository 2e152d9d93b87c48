import { type AttachmentRow, holdFile } from '../attachments/queries.ts'
import type { FileStore } from '../attachments/store.ts'
import { write, type Writer } from '../db/write.ts'
import { cannedFile } from './files.ts'
import { cannedReply } from './queries.ts'

/** Which file of which canned reply is taken, and by whom. */
export interface TakenFile {
  readonly id: number
  readonly documentId: string
  readonly agentId: number
}

/**
 * Gives an agent a file of a canned reply as an upload of their own: a row with the same bytes, which goes out, is erased and
 * forgotten like any other, and stays as it is whatever becomes of the reply.
 * @throws Refusal reply.not-found, for another agent's own too, attachment.not-found; FileGone
 */
export const takeFile = (
  writer: Writer,
  store: FileStore,
  { id, documentId, agentId }: TakenFile,
): Promise<AttachmentRow> =>
  write(writer, async tx => {
    await cannedReply(tx, agentId, id)
    const { id: _, ...file } = await cannedFile(tx, { replyId: id, documentId })
    await holdFile(tx, store, file.storage_key)
    return tx
      .insertInto('attachments')
      .values({ ...file, uploaded_by: agentId, created_at: writer.now() })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
