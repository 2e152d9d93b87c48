import { sql } from 'kysely'
import type { Batch, Descriptor } from '../descriptor.ts'
import type { TxContext } from '../db/write.ts'
import { isCarried } from './queries.ts'
import { type Attachments, attachmentRoutes } from './routes.ts'

/** The columns of a file in an export, of `attachments f`. */
export const fileFields = sql`f.id::text, f.name, f.mime_type, f.size, f.document_type, f.description, f.state, f.failure,
  f.storage_key, f.created_at, f.uploaded_by::text`

/** Deletes uploads that no message, application or canned reply holds. */
async function forgetUploads({ tx }: TxContext, { before, most }: Batch) {
  const { rows } = await sql<{ id: number }>`
    select f.id from attachments f
    where f.uploaded_by is not null and f.created_at < ${before} and not ${isCarried}
    limit ${most} for update skip locked`.execute(tx)
  const ids = rows.map(({ id }) => id)
  return { count: ids.length, attachments: ids }
}

export const attachmentResource: Descriptor<Attachments> = {
  routes: attachmentRoutes,
  retain: { uploads: { days: () => 1, forget: forgetUploads } },
}
