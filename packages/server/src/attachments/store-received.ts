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
  /** 64 hex digits, as WhatsApp states it; null where it does not. */
  readonly sha256: string | null
}

/** What came is not what WhatsApp says it is. */
export class FileAltered extends Error {
  override readonly name = 'FileAltered'
}

/**
 * Stores a customer's file that WhatsApp sends as a stream, and tells everybody that what carries it changed, in the
 * transaction that makes it ready. One that was settled meanwhile stays as it is.
 * @param file what WhatsApp claims of the type is not asked, the bytes are
 * @throws FileTooLarge above 100 MB, FileAltered, FileHarmful, ScannerAway, or the stream's own error
 */
export async function storeReceived(
  { writer, store, scanner }: ReceivedDeps,
  attachmentId: number,
  bytes: Readable,
  { name, sha256 }: ReceivedFile,
): Promise<StoredFile> {
  const file = await storeFile(store, bytes, name, async staged => {
    if (sha256 !== null && staged.sha256 !== sha256) throw new FileAltered()
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
