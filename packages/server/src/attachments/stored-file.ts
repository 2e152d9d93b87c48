import { fileLimits } from '@parley/core/attachments/rules'
import type { Readable } from 'node:stream'
import { readPicture } from './picture.ts'
import { sniff } from './sniff.ts'
import type { FileStore, Staged } from './store.ts'

/** A kept file, and what its bytes say of it. */
export interface StoredFile {
  readonly key: string
  readonly size: number
  /** 64 hex digits. */
  readonly sha256: string
  readonly mimeType: string
  readonly hasThumbnail: boolean
  readonly width: number | null
  readonly height: number | null
}

/** The most bytes of any file, either way: WhatsApp takes and sends no larger ones. */
export const largestFile = fileLimits.document

/**
 * Keeps a file that comes as a stream: finds out its type, makes its thumbnail.
 * @param name as given by the sender; only tells old Office files apart
 * @param check looks at the whole file before anybody else can; what it throws keeps the file away
 * @throws FileTooLarge above `largestFile`, or the stream's own error
 */
export async function storeFile(
  store: FileStore,
  bytes: Readable,
  name: string,
  check: (staged: Staged) => Promise<void> = async () => undefined,
): Promise<StoredFile> {
  const staged = await store.stage(bytes, largestFile)
  try {
    await check(staged)
    return await keepFile(store, staged, await sniff(staged.path, name))
  } catch (error) {
    await store.discard(staged)
    throw error
  }
}

/** Keeps a staged file of this type, with a thumbnail if it is a picture that can be read. */
export async function keepFile(store: FileStore, staged: Staged, mimeType: string): Promise<StoredFile> {
  const { size, sha256 } = staged
  const picture = await readPicture(staged.path, mimeType)
  const key = await store.keep(staged, picture?.thumbnail ?? null)
  return {
    key,
    size,
    sha256,
    mimeType,
    hasThumbnail: picture !== null,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  }
}

/** The columns of a file that is there. */
export const fileFacts = (file: StoredFile) => ({
  mime_type: file.mimeType,
  size: file.size,
  state: 'ready',
  storage_key: file.key,
  has_thumbnail: file.hasThumbnail,
  width: file.width,
  height: file.height,
})
