import type { Change, Tx } from '../db/write.ts'
import { fileFacts, type StoredFile } from './stored-file.ts'

/**
 * A customer's file is fetched: what its bytes say replaces what the webhook claimed. Answers the changes of the messages
 * and applications that carry it, which the caller emits in the same transaction; none if it is no longer pending.
 */
export const completeAttachment = (tx: Tx, id: number, file: StoredFile): Promise<readonly Change[]> =>
  settleAttachment(tx, id, { ...fileFacts(file), failure: null })

/** A customer's file cannot be fetched; `failure` is a sentence for the agent. Answers as completeAttachment does. */
export const failAttachment = (tx: Tx, id: number, failure: string): Promise<readonly Change[]> =>
  settleAttachment(tx, id, { state: 'failed', failure })

/**
 * A customer's file could not be fetched yet and is tried again at `nextTryAt`; `failure` says to the agent why it waits.
 * Answers as completeAttachment does, and nothing while the reason stays the same.
 */
export async function postponeAttachment(
  tx: Tx,
  id: number,
  failure: string,
  nextTryAt: Date,
): Promise<readonly Change[]> {
  const before = await tx
    .selectFrom('attachments')
    .select('failure')
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (before === undefined) return []
  await tx.updateTable('attachments').set({ failure, next_try_at: nextTryAt }).where('id', '=', id).execute()
  return before.failure === failure ? [] : changesOf(tx, id)
}

async function settleAttachment(
  tx: Tx,
  id: number,
  facts: Partial<ReturnType<typeof fileFacts>> & { readonly state: string; readonly failure: string | null },
): Promise<readonly Change[]> {
  const { numUpdatedRows } = await tx
    .updateTable('attachments')
    .set({ ...facts, next_try_at: null })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 0n ? [] : changesOf(tx, id)
}

/** The messages and applications that carry a file. */
async function changesOf(tx: Tx, id: number): Promise<readonly Change[]> {
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
