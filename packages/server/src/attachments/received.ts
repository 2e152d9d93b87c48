import type { Readable } from 'node:stream'
import { bareType } from '@parley/core/attachments/rules'
import { storable } from '../db/text.ts'
import { type Change, type Tx, write, type Writer } from '../db/write.ts'
import { cleanName, nameFor, type NamelessFile } from './file-name.ts'
import { holdFile, removeUnnamed } from './queries.ts'
import { refuseHarmful, type Scanner } from './scanner.ts'
import type { FileStore } from './store.ts'
import { fileFacts, type StoredFile, storeFile } from './stored-file.ts'

/**
 * Marks a customer's file as fetched: the facts of its bytes replace the webhook's claims. @returns the changes of the
 * messages and applications that hold it, which the caller publishes in the same transaction; none if it is not pending.
 */
export const completeAttachment = (tx: Tx, id: number, file: StoredFile): Promise<readonly Change[]> =>
  settleAttachment(tx, id, { ...fileFacts(file), failure: null })

/** Marks a customer's file as failed; `failure` is a sentence for the agent. @returns as completeAttachment does */
export const failAttachment = (tx: Tx, id: number, failure: string): Promise<readonly Change[]> =>
  settleAttachment(tx, id, { state: 'failed', failure })

/**
 * Schedules the next attempt for a customer's file; `failure` tells the agent why it waits. @returns as completeAttachment
 * does, and nothing while the reason stays the same
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

/** The messages and applications that hold a file. */
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

/** A file that a customer's message announced. It is fetched later. */
export interface AnnouncedFile extends NamelessFile {
  /** The channel's id of the file. */
  readonly id: string
  /** 64 hex digits, lower case; null: none was given. */
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

/** Records a file of a customer's message that is to be fetched. @returns the attachment's id */
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

export interface ReceivedDeps {
  readonly writer: Writer
  readonly store: FileStore
  readonly scanner: Scanner
}

/** The facts of a customer's file before it is fetched. */
export interface ReceivedFile {
  readonly name: string
  /** SHA-256 in 64 hex digits, from the message and from the download; null where WhatsApp states none. */
  readonly sums: readonly (string | null)[]
}

/** The content does not match WhatsApp's checksum. */
export class FileAltered extends Error {
  override readonly name = 'FileAltered'
}

export class FileEmpty extends Error {
  override readonly name = 'FileEmpty'
}

/**
 * Stores a customer's file from WhatsApp's stream. Publishes the changes of the messages and applications that hold it, in the
 * transaction that makes it ready. A file that is no longer pending stays as it is.
 * @throws FileTooLarge above 100 MB, FileEmpty, FileAltered, FileHarmful, ScannerAway, or the stream's own error
 */
export async function storeReceived(
  { writer, store, scanner }: ReceivedDeps,
  attachmentId: number,
  bytes: Readable,
  { name, sums }: ReceivedFile,
): Promise<StoredFile> {
  const file = await storeFile(store, bytes, name, async staged => {
    if (staged.size === 0) throw new FileEmpty()
    if (sums.some(sum => sum !== null && sum !== staged.sha256)) throw new FileAltered()
    await refuseHarmful(scanner, staged.path)
  })
  const isWanted = await write(writer, async ({ tx, publish }) => {
    await holdFile(tx, store, file.key)
    const changes = await completeAttachment(tx, attachmentId, file)
    for (const change of changes) publish(change)
    return changes.length > 0
  })
  // Settled or erased during the download: no other step would ever remove the file.
  if (!isWanted) await removeUnnamed(writer.db, store, [file.key])
  return file
}
