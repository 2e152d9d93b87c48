import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { TarFile } from './tar.ts'

/*
 * A backup is a tar archive of, in this order:
 *   backup.json                    the description: Head
 *   tables/NAME/000001.ndjson.gz   the rows of a table, one a line: an array of the values as PostgreSQL writes them, or null
 *   files/KEY.thumbnail, files/KEY the small picture, if there is one, and the file; KEY is its SHA-256
 *   counts.json                    the content: Tail
 *   sum.sha256                     the checksum of the above by `Sum`, in hexadecimal digits
 */
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

/** All bytes of a file. */
export async function contentOf({ bytes }: Pick<TarFile, 'bytes'>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}
