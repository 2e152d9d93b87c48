import { sql } from 'kysely'
import type { Reader, Tx, Writer } from '../db/write.ts'
import type { FileStore } from './store.ts'

/** The file went between its coming and its row: who brings it brings it again. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
}

/**
 * Holds a kept file until the transaction ends, which is to name it in a row: nobody removes it meanwhile as one that no
 * row names. @throws FileGone
 */
export async function holdFile(tx: Tx, store: Pick<FileStore, 'has'>, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx)
  if (!(await store.has(key))) throw new FileGone('The file is not there any more')
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

/** Deletes those of the attachments that nothing carries. Answers the keys of their files, for `removeUnnamed`. */
export async function deleteUncarried(tx: Tx, ids: readonly number[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ storage_key: string | null }>`
    delete from attachments f where f.id = any(${[...ids]}::bigint[]) and not ${isCarried}
    returning storage_key`.execute(tx)
  return [...new Set(rows.flatMap(row => (row.storage_key === null ? [] : [row.storage_key])))]
}

/** Removes the files that no row names. Answers how many went. */
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
