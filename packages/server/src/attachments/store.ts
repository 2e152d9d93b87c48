import type { Readable } from 'node:stream'

/** A file that was read whole, lies on this machine's disk and is not kept yet. Its content's hash is 64 hex digits. */
export interface Staged {
  readonly path: string
  readonly size: number
  readonly sha256: string
}

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** More bytes came than were allowed. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge'
}

/** Where files lie. A key names content, so a kept file never changes. */
export interface FileStore {
  /** Reads a stream to its end, at most `limit` bytes. @throws FileTooLarge, or the stream's own error */
  stage(bytes: Readable, limit: number): Promise<Staged>
  /** Keeps a staged file for good, surviving a power cut, with a derived small picture if there is one. Answers its key. */
  keep(staged: Staged, thumbnail: Buffer | null): Promise<string>
  discard(staged: Staged): Promise<void>
  /** Opens a kept file, or a part of it. Rejects when it is not there. */
  read(key: string, range?: ByteRange): Promise<Readable>
  readThumbnail(key: string): Promise<Readable>
  /** Removes a kept file and its small picture, if they are there. */
  remove(key: string): Promise<void>
  /** The bytes that a kept file and its small picture have; null where the file is not there. */
  sizesOf(key: string): Promise<{ readonly file: number; readonly thumbnail: number | null } | null>
  /** The keys of the files that were kept before a moment, at most so many at a time. */
  keysBefore(before: Date, most: number): AsyncIterable<readonly string[]>
  /** Whether a file is kept under this key. */
  has(key: string): Promise<boolean>
}
