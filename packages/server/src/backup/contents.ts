/*
 * A backup is a tar archive of, in this order:
 *   backup.json                    the description: Head
 *   tables/NAME/000001.ndjson.gz   the rows of a table, one a line: an array of the values as PostgreSQL writes them, or null
 *   files/KEY.thumbnail, files/KEY the small picture, if there is one, and the file; KEY is its SHA-256
 *   counts.json                    the content: Tail
 *   sum.sha256                     the checksum of the above by `Sum`, in hexadecimal digits
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import * as z from 'zod'
import { filesOfTar, NotAnArchive, type TarFile } from './tar.ts'

export const names = { head: 'backup.json', tail: 'counts.json', sum: 'sum.sha256' }

/** The only layout so far. */
export const format = 1

export const Head = z.object({
  format: z.int(),
  made_at: z.iso.datetime(),
  /** The schema's migrations, in order. */
  migrations: z.array(z.object({ name: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type Head = z.output<typeof Head>

export const Tail = z.object({
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  files: z.int(),
  /** Keys of missing files. */
  missing: z.array(z.string()),
  /** Keys of damaged files, which are in the archive and are not restored. */
  damaged: z.array(z.string()),
})
export type Tail = z.output<typeof Tail>

/** The checksum of files in their order: names, sizes and bytes. */
export class Sum {
  readonly #digest = createHash('sha256')

  /** The same file, added to the checksum as its bytes are read. */
  counting({ name, size, bytes }: TarFile): TarFile {
    const digest = this.#digest
    async function* passing() {
      digest.update(`${name}\n${size}\n`)
      for await (const chunk of bytes) {
        digest.update(chunk)
        yield chunk
      }
    }
    return { name, size, bytes: passing() }
  }

  hex(): string {
    return this.#digest.digest('hex')
  }
}

/** A file that is held in memory. */
export const fileOf = (name: string, content: Buffer): TarFile => ({
  name,
  size: content.length,
  bytes: one(content),
})

async function* one(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

export async function contentOf({ bytes }: Pick<TarFile, 'bytes'>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

/** The reason why a backup cannot be restored. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** The files of a backup, in their order. @throws NotAnArchive, or the file system's error */
export const filesIn = (place: string): AsyncGenerator<TarFile> =>
  filesOfTar(fs.createReadStream(place, { highWaterMark: 1024 * 1024 }))

/** Reads a whole backup and returns its head and tail. @throws BackupRefused if it is not whole */
export async function checkBackup(place: string): Promise<{ head: Head; tail: Tail }> {
  try {
    return await readWhole(place)
  } catch (error) {
    if (error instanceof NotAnArchive) throw damaged(place, error.message)
    throw error
  }
}

async function readWhole(place: string): Promise<{ head: Head; tail: Tail }> {
  const sum = new Sum()
  let head: Head | null = null
  let tail: Tail | null = null
  let isWhole = false
  for await (const file of filesIn(place)) {
    if (isWhole) throw new NotAnArchive('data follows its end')
    if (head === null) {
      if (file.name !== names.head) throw new BackupRefused(`${place} is not a backup of Parley`)
      head = read(await contentOf(sum.counting(file)), Head)
      if (head.format !== format) {
        throw new BackupRefused(
          `${place} was made by a newer Parley: restore it with that version or a newer one`,
        )
      }
    } else if (file.name === names.tail) {
      tail = read(await contentOf(sum.counting(file)), Tail)
    } else if (file.name === names.sum) {
      isWhole = (await contentOf(file)).toString('latin1') === sum.hex()
      if (!isWhole) throw new NotAnArchive('its checksum is wrong')
    } else {
      for await (const _ of sum.counting(file).bytes);
    }
  }
  if (head === null || tail === null || !isWhole) throw new NotAnArchive('it ends too early')
  return { head, tail }
}

const damaged = (place: string, how: string) =>
  new BackupRefused(`${place} is damaged: ${how}. Nothing was restored from it`)

function read<S extends z.ZodType>(content: Buffer, shape: S): z.output<S> {
  try {
    return shape.parse(JSON.parse(content.toString('utf8')))
  } catch (cause) {
    throw new NotAnArchive('its description cannot be read', { cause })
  }
}
