import type { Readable } from 'node:stream'
import { type Writer, write } from '../db/write.ts'
import { holdFile, removeUnnamed } from './file-lock.ts'
import { refuseHarmful, type Scanner } from './scanner.ts'
import { completeAttachment } from './settle.ts'
import type { FileStore } from './store.ts'
import { type StoredFile, storeFile } from './stored-file.ts'

export interface ReceivedDeps {
  readonly writer: Writer
  readonly store: FileStore
  readonly scanner: Scanner
}

/** What is known of a customer's file before it comes. */
export interface ReceivedFile {
  readonly name: string
  /** 64 hex digits each, as WhatsApp states it in the message and with the file; null where it does not. */
  readonly sums: readonly (string | null)[]
}

/** What came is not what WhatsApp says it is. */
export class FileAltered extends Error {
  override readonly name = 'FileAltered'
}

/** The file has no bytes. */
export class FileEmpty extends Error {
  override readonly name = 'FileEmpty'
}

/**
 * Stores a customer's file that WhatsApp sends as a stream, and tells everybody that what carries it changed, in the
 * transaction that makes it ready. One that was settled meanwhile stays as it is.
 * @param file what WhatsApp claims of the type is not asked, the bytes are
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
