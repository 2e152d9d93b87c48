import { documentAskedFor } from '@parley/bot/documents'
import { isReadable } from '@parley/bot/form/documents'
import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'
import { placeDocument } from './place-document.ts'
import { wantedOf } from './wanted.ts'

interface Brought {
  readonly conversation_id: number
  readonly customer_id: number
  readonly content: string
  readonly quoted_id: number | null
  readonly files: readonly {
    readonly attachmentId: string
    readonly mimeType: string | null
    readonly fileName: string
  }[]
}

/**
 * Puts the files of a customer's new message to the document that an agent asked for, where a person has the conversation, which
 * is locked; the bot does so in its own turn. Nothing is said about it, but what an application hears that has all it needs.
 */
export async function takeAskedDocument(tx: Tx, emit: Emit, messageId: number, now: Date): Promise<void> {
  const { rows } = await sql<Brought>`
    select m.conversation_id, c.customer_id, m.content, m.quoted_id,
      (select json_agg(json_build_object('attachmentId', a.id::text, 'mimeType', a.mime_type, 'fileName', a.name)
          order by f.position)
        from message_attachments f join attachments a on a.id = f.attachment_id where f.message_id = m.id) as files
    from messages m join conversations c on c.id = m.conversation_id
    where m.id = ${messageId} and m.source = 'CUSTOMER' and not c.with_bot and exists (
      select 1 from application_document_asks k join applications p on p.id = k.application_id
      where p.customer_id = c.customer_id)`.execute(tx)
  const [brought] = rows
  const files = (brought?.files ?? []).filter(isReadable)
  if (brought === undefined || files.length === 0) return
  const quotedId = brought.quoted_id === null ? null : String(brought.quoted_id)
  const words = { caption: brought.content, quotedId }
  const document = documentAskedFor(await wantedOf(tx, brought.customer_id, now), words)
  if (document === null) return
  const { kind, applicationId, type } = document
  const placed = files.map(({ attachmentId }) => ({ attachmentId: Number(attachmentId), messageId }))
  const conversationId = brought.conversation_id
  await placeDocument(tx, emit, { kind, applicationId, type, conversationId, files: placed }, now)
}
