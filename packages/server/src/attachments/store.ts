import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../db/open.ts'

/** A complete file on the local disk that is not kept yet. The hash is 64 hex digits. */
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

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge'
}

/** Stores files. A key is the hash of the content, so a kept file never changes. */
export interface FileStore {
  /** Reads a stream to its end, at most `limit` bytes. @throws FileTooLarge, or the stream's own error */
  stage(bytes: Readable, limit: number): Promise<Staged>
  /** Keeps a staged file, safe from a power cut, and its thumbnail. @returns its key */
  keep(staged: Staged, thumbnail: Buffer | null): Promise<string>
  discard(staged: Staged): Promise<void>
  /** Opens a kept file, or a part of it. Rejects if it is missing. */
  read(key: string, range?: ByteRange): Promise<Readable>
  readThumbnail(key: string): Promise<Readable>
  /** Removes a kept file and its thumbnail, if they exist. */
  remove(key: string): Promise<void>
  /** The sizes of a kept file and its thumbnail in bytes; null: there is no such file. */
  sizesOf(key: string): Promise<{ readonly file: number; readonly thumbnail: number | null } | null>
  /** The keys of the files that were kept before `before`, in pages of at most `most`. */
  keysBefore(before: Date, most: number): AsyncIterable<readonly string[]>
  has(key: string): Promise<boolean>
}

/** An older staged file belongs to a process that died. */
const abandonedMs = 24 * 60 * 60_000

const isKey = (name: string): boolean => /^[0-9a-f]{64}$/.test(name)

/**
 * Files in a directory, named by the hash of their content. Several servers may share it: a file appears by a rename, so it
 * is complete or absent.
 */
export class DiskStore implements FileStore {
  readonly #kept: string
  readonly #staging: string
  readonly #name: () => string

  /** @param name makes a name that is unique among all servers */
  private constructor(dir: string, name: () => string) {
    this.#kept = dir
    this.#staging = path.join(dir, 'staging')
    this.#name = name
  }

  /** Opens the store in `dir`, creates the directory if it is missing, and removes abandoned staged files. */
  static async open(dir: string, name: () => string, now: Date): Promise<DiskStore> {
    const store = new DiskStore(dir, name)
    await mkdir(store.#staging, { recursive: true })
    for (const entry of await readdir(store.#staging)) {
      const left = path.join(store.#staging, entry)
      const { mtimeMs } = await stat(left)
      if (now.getTime() - mtimeMs > abandonedMs) await rm(left, { force: true })
    }
    return store
  }

  async stage(bytes: Readable, limit: number): Promise<Staged> {
    const place = path.join(this.#staging, this.#name())
    const digest = createHash('sha256')
    let size = 0
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        if (size > limit) return done(new FileTooLarge(`More than ${limit} bytes`))
        digest.update(chunk)
        return done(null, chunk)
      },
    })
    try {
      await pipeline(bytes, measure, fs.createWriteStream(place, { flags: 'wx', flush: true }))
    } catch (error) {
      await rm(place, { force: true })
      throw error
    }
    return { path: place, size, sha256: digest.digest('hex') }
  }

  async keep(staged: Staged, thumbnail: Buffer | null): Promise<string> {
    const place = this.#place(staged.sha256, 'file')
    await mkdir(path.dirname(place), { recursive: true })
    if (thumbnail !== null) {
      const unborn = path.join(this.#staging, this.#name())
      await writeFile(unborn, thumbnail, { flag: 'wx', flush: true })
      await rename(unborn, this.#place(staged.sha256, 'thumbnail'))
    }
    await rename(staged.path, place)
    await syncDirectory(path.dirname(place))
    await syncDirectory(this.#kept)
    return staged.sha256
  }

  discard(staged: Staged): Promise<void> {
    return rm(staged.path, { force: true })
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.#place(key, 'file'))
    return file.createReadStream(range)
  }

  async readThumbnail(key: string): Promise<Readable> {
    const file = await open(this.#place(key, 'thumbnail'))
    return file.createReadStream()
  }

  async remove(key: string): Promise<void> {
    for (const part of ['thumbnail', 'file'] as const) await rm(this.#place(key, part), { force: true })
  }

  async sizesOf(key: string): Promise<{ file: number; thumbnail: number | null } | null> {
    const [file, thumbnail] = await Promise.all([
      sizeOf(this.#place(key, 'file')),
      sizeOf(this.#place(key, 'thumbnail')),
    ])
    return file === null ? null : { file, thumbnail }
  }

  async *keysBefore(before: Date, most: number): AsyncGenerator<readonly string[]> {
    for (const shelf of await readdir(this.#kept)) {
      if (!/^[0-9a-f]{2}$/.test(shelf)) continue
      let keys: string[] = []
      for (const key of await readdir(path.join(this.#kept, shelf))) {
        if (!isKey(key) || (await stat(this.#place(key, 'file'))).mtimeMs >= before.getTime()) continue
        keys.push(key)
        if (keys.length < most) continue
        yield keys
        keys = []
      }
      if (keys.length > 0) yield keys
    }
  }

  async has(key: string): Promise<boolean> {
    try {
      await access(this.#place(key, 'file'))
      return true
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return false
      throw error
    }
  }

  #place(key: string, part: 'file' | 'thumbnail'): string {
    if (!isKey(key)) throw new Error('A storage key is the hash of a file')
    return path.join(this.#kept, key.slice(0, 2), part === 'file' ? key : `${key}.thumbnail`)
  }
}

/** Null: there is no such file. */
async function sizeOf(place: string): Promise<number | null> {
  try {
    return (await stat(place)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A rename survives a power cut once its directory is synced. Windows cannot sync a directory. */
async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(dir)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** DATA_DIR does not hold the files of this database. */
export class OtherFiles extends Error {
  constructor(dir: string, here: string | null, there: string) {
    super(
      `The files of this database are not in ${dir}: ` +
        `the database knows their directory as ${there}, and this one is ${here ?? 'new'}. ` +
        'All servers of a database need the same files: set DATA_DIR to a directory that they share. ' +
        `If the files were moved, move the file named "id" along with them; ` +
        `if this directory is to be theirs from now on, write ${there} into ${path.join(dir, 'id')}`,
    )
    this.name = 'OtherFiles'
  }
}

/** The directory with this database's files. */
export interface FilesPlace {
  /** Writes a trial file. @throws Error if it cannot write, or if the directory is no longer mounted */
  probe(): Promise<void>
}

/**
 * Checks that a directory holds this database's files: both have the same id. The first server on a database writes it; a new or
 * restored database takes the directory's.
 * @param newId makes unique ids and names of trial files
 * @throws OtherFiles
 */
export async function agreeOnFiles(db: Db, dir: string, newId: () => string): Promise<FilesPlace> {
  const file = path.join(dir, 'id')
  const id = await db.transaction().execute(async tx => {
    const found = await idIn(file)
    const own = found ?? newId()
    // Servers that start together wait here until the first one has written the file.
    await tx
      .insertInto('files_place')
      .values({ id: own })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const known = await tx.selectFrom('files_place').select('id').executeTakeFirstOrThrow()
    if (known.id === own) {
      if (found === null) await writeFile(file, `${own}\n`, { flag: 'wx', flush: true })
      return own
    }
    const here = found ?? (await idIn(file))
    if (known.id !== here) throw new OtherFiles(dir, here, known.id)
    return here
  })
  return {
    probe: async () => {
      if ((await idIn(file)) !== id) throw new Error(`The files are not in ${dir} any more: is it mounted?`)
      const trial = path.join(dir, 'staging', newId())
      try {
        await writeFile(trial, Buffer.alloc(trialBytes), { flag: 'wx', flush: true })
      } finally {
        await rm(trial, { force: true })
      }
    },
  }
}

const trialBytes = 4 * 1024

/** Null: there is no such file. */
async function idIn(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
