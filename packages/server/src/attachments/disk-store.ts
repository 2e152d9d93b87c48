import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ByteRange, type FileStore, FileTooLarge, type Staged } from './store.ts'

/** A staged file this old was left behind by a process that died. */
const abandonedMs = 24 * 60 * 60_000

const isKey = (name: string): boolean => /^[0-9a-f]{64}$/.test(name)

/**
 * Files in a directory, named by the hash of their content. Several servers may share it: a file appears by a rename, so
 * it is whole or not there.
 */
export class DiskStore implements FileStore {
  readonly #kept: string
  readonly #staging: string
  readonly #name: () => string

  /** @param name makes a name that no other server makes */
  private constructor(dir: string, name: () => string) {
    this.#kept = dir
    this.#staging = path.join(dir, 'staging')
    this.#name = name
  }

  /** Opens the store in `dir`, which is made if it is missing, and removes what dead processes left half-written. */
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

/** Null for a file that is not there. */
async function sizeOf(place: string): Promise<number | null> {
  try {
    return (await stat(place)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A rename survives a power cut once its directory is written. Windows has no such thing. */
async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(dir)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
