import type { Readable } from 'node:stream'
import { type Writer, write } from '../db/write.ts'
import { holdFile, removeUnnamed } from './file-lock.ts'
import { completeAttachment } from './settle.ts'
import type { FileStore } from './store.ts'
import { type StoredFile, storeFile } from './stored-file.ts'

export interface ReceivedDeps {
  readonly writer: Writer
  readonly store: FileStore
}

/**
 * Stores a customer's file that WhatsApp sends as a stream, and tells everybody that what carries it changed, in the
 * transaction that makes it ready. One that was settled meanwhile stays as it is.
 * @param name as stored; what WhatsApp claims of the type is not asked, the bytes are
 * @throws FileTooLarge above 100 MB, or the stream's own error
 */
export async function storeReceived(
  { writer, store }: ReceivedDeps,
  attachmentId: number,
  bytes: Readable,
  name: string,
): Promise<StoredFile> {
  const file = await storeFile(store, bytes, name)
  const isWanted = await write(writer, async (tx, emit) => {
    await holdFile(tx, store, file.key)
    const changes = await completeAttachment(tx, attachmentId, file)
    for (const change of changes) emit(change)
    return changes.length > 0
  })
  // Settled or erased while it came: then nothing else may ever remove it.
  if (!isWanted) await removeUnnamed(writer.db, store, [file.key])
  return file
}
