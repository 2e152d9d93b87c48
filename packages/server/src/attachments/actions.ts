import type { Attachment } from '@parley/core/api/attachments'
import type { InboundMedia } from '@parley/whatsapp/inbound-media'
import { bareType } from '@parley/whatsapp/limits'
import type { Change, Tx, Writer } from '../db/write.ts'
import { cleanName, nameFor } from './file-name.ts'
import type { AttachmentRow } from './queries.ts'
import type { StoredFile } from './stored-file.ts'

export interface Upload {
  readonly agentId: number
  readonly name: string
  readonly documentType: Attachment['document_type']
  readonly description: string
  readonly file: StoredFile
}

const factsOf = (file: StoredFile) => ({
  mime_type: file.mimeType,
  size: file.size,
  state: 'ready',
  storage_key: file.key,
  has_thumbnail: file.hasThumbnail,
  width: file.width,
  height: file.height,
})

/** Records an agent's upload. Nobody else hears of it until a message carries it. */
export async function recordUpload(writer: Writer, upload: Upload): Promise<AttachmentRow> {
  return writer.db
    .insertInto('attachments')
    .values({
      ...factsOf(upload.file),
      uploaded_by: upload.agentId,
      name: upload.name,
      document_type: upload.documentType,
      description: upload.description,
      created_at: writer.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Records that a customer's message carries a file which is still to be fetched. Answers the attachment's id. */
export async function receiveAttachment(
  tx: Tx,
  { messageId, media, now }: { readonly messageId: number; readonly media: InboundMedia; readonly now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('attachments')
    .values({
      name: media.filename === null ? nameFor(media) : cleanName(media.filename),
      mime_type: storable(bareType(media.mimeType)),
      state: 'pending',
      wa_media_id: storable(media.id),
      wa_sha256: media.sha256,
      next_try_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('message_attachments')
    .values({ message_id: messageId, attachment_id: id, position: 0 })
    .execute()
  return id
}

/** The database stores no NUL. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD')

/**
 * A customer's file is fetched: what its bytes say replaces what the webhook claimed. Answers the changes of the messages
 * and applications that carry it, which the caller emits in the same transaction; none if it is no longer pending.
 */
export const completeAttachment = (tx: Tx, id: number, file: StoredFile): Promise<readonly Change[]> =>
  settle(tx, id, { ...factsOf(file), failure: null })

/** A customer's file cannot be fetched; `failure` is a sentence for the agent. Answers as completeAttachment does. */
export const failAttachment = (tx: Tx, id: number, failure: string): Promise<readonly Change[]> =>
  settle(tx, id, { state: 'failed', failure })

async function settle(
  tx: Tx,
  id: number,
  facts: Partial<ReturnType<typeof factsOf>> & { readonly state: string; readonly failure: string | null },
): Promise<readonly Change[]> {
  const { numUpdatedRows } = await tx
    .updateTable('attachments')
    .set({ ...facts, next_try_at: null })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return []
  const messages = await tx
    .selectFrom('message_attachments')
    .select('message_id as id')
    .where('attachment_id', '=', id)
    .execute()
  const applications = await tx
    .selectFrom('application_documents')
    .select('application_id as id')
    .where('attachment_id', '=', id)
    .execute()
  return [
    ...messages.map(row => ({ noun: 'message', id: row.id, kind: 'changed' }) as const),
    ...applications.map(row => ({ noun: 'application', id: row.id, kind: 'changed' }) as const),
  ]
}
