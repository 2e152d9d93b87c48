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
export const largestFile = 100 * 1024 * 1024

/**
 * Keeps a file that comes as a stream: finds out its type, makes its thumbnail.
 * @param name as given by the sender; only tells old Office files apart
 * @param check may refuse the file by throwing, once its size and type are known; then nothing is kept
 * @throws FileTooLarge above `largestFile`, or the stream's own error
 */
export async function storeFile(
  store: FileStore,
  bytes: Readable,
  name: string,
  check: (file: { readonly size: number; readonly mimeType: string }) => void = () => undefined,
): Promise<StoredFile> {
  const staged = await store.stage(bytes, largestFile)
  try {
    return await keepStaged(store, staged, name, check)
  } catch (error) {
    await store.discard(staged)
    throw error
  }
}

async function keepStaged(
  store: FileStore,
  staged: Staged,
  name: string,
  check: (file: { readonly size: number; readonly mimeType: string }) => void,
): Promise<StoredFile> {
  const { size, sha256 } = staged
  const mimeType = await sniff(staged.path, name)
  check({ size, mimeType })
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
