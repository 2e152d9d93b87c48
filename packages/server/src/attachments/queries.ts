import type { Attachment } from '@parley/core/api/attachments'
import type { Selectable } from 'kysely'
import type { AttachmentsTable } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Reader } from '../db/write.ts'
import { isRaster } from './picture.ts'

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

/** A row as every agent sees it. Addresses are null until the bytes are there. */
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
    preview_url: address('preview', ready && isRaster(row.mime_type)),
    thumbnail_url: address('thumbnail', ready && row.has_thumbnail),
    width: row.width,
    height: row.height,
  }
}

export const attachmentById = (reader: Reader, id: number): Promise<AttachmentRow | undefined> =>
  reader.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirst()

const ofMessages = statement<ShownRow & { message_id: number }>(
  'attachments_of_messages',
  `select m.message_id, a.id, a.name, a.mime_type, a.size, a.document_type, a.state, a.failure, a.has_thumbnail,
     a.width, a.height
   from message_attachments m join attachments a on a.id = m.attachment_id
   where m.message_id = any($1::bigint[]) order by m.message_id, m.position`,
)

/** The files of these messages, in their order; a message without files has no entry. */
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
