import { bareType } from '@parley/core/attachments/rules'
import { storable } from '../db/text.ts'
import type { Tx } from '../db/write.ts'
import { cleanName, type NamelessFile, nameFor } from './file-name.ts'

/** A file that a customer's message announced; its bytes are fetched later. */
export interface AnnouncedFile extends NamelessFile {
  /** The channel's id of it. */
  readonly id: string
  /** 64 hex digits, lower case; null where none came. */
  readonly sha256: string | null
  readonly filename: string | null
}

interface Received {
  readonly messageId: number
  readonly media: AnnouncedFile
  /** Its place among the message's files, from 0. */
  readonly position: number
  readonly now: Date
}

/** Records that a customer's message carries a file which is still to be fetched. Answers the attachment's id. */
export async function receiveAttachment(
  tx: Tx,
  { messageId, media, position, now }: Received,
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
    .values({ message_id: messageId, attachment_id: id, position })
    .execute()
  return id
}
