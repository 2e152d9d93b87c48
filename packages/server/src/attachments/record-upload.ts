import type { Attachment } from '@parley/core/attachments/api'
import { type Writer, write } from '../db/write.ts'
import { holdFile } from './file-lock.ts'
import type { AttachmentRow } from './queries.ts'
import type { FileStore } from './store.ts'
import { fileFacts, type StoredFile } from './stored-file.ts'

export interface Upload {
  readonly agentId: number
  readonly name: string
  readonly documentType: Attachment['document_type']
  readonly description: string
  readonly file: StoredFile
}

/** Records an agent's upload. Nobody else hears of it until a message carries it. @throws FileGone */
export const recordUpload = (writer: Writer, store: FileStore, upload: Upload): Promise<AttachmentRow> =>
  write(writer, async tx => {
    await holdFile(tx, store, upload.file.key)
    return tx
      .insertInto('attachments')
      .values({
        ...fileFacts(upload.file),
        uploaded_by: upload.agentId,
        name: upload.name,
        document_type: upload.documentType,
        description: upload.description,
        created_at: writer.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
