import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { FileStore } from '../attachments/store.ts'
import { ranMigrations } from '../db/migrate.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Tx } from '../db/write.ts'
import { contentOf, fileOf, format, type Head, names, Sum, type Tail } from './contents.ts'
import { rowsOf, type Table, tablesOf, type Values, writeExactly } from './tables.ts'
import { type TarFile, tarOf } from './tar.ts'

const compress = promisify(gzip)

/** Characters of rows in one file of the archive. */
const partCharacters = 1_000_000

/** The source of a backup. */
export interface Original {
  readonly database: OpenDatabase
  readonly store: FileStore
  readonly at: Date
}

/**
 * The bytes of a backup: all rows of one snapshot, taken at the first byte, and the files that they name. Needs a few megabytes
 * of memory, and blocks no writer.
 * @param onEnd called with the content, before the last bytes
 */
export const backupOf = (
  { database, store, at }: Original,
  onEnd: (tail: Tail) => void,
): AsyncGenerator<Uint8Array> => {
  const sum = new Sum()
  async function* all() {
    const held: Held = { rows: {}, sequences: [], keys: [] }
    for await (const file of ofDatabase(database, at, held)) yield sum.counting(file)
    const missing: string[] = []
    const damaged: string[] = []
    let files = 0
    for (const key of keysIn(held.keys)) {
      const found = await ofStore(store, key)
      if (found.length === 0) missing.push(key)
      else files += 1
      for (const file of found) {
        yield sum.counting(file.name === `files/${key}` ? checking(file, key, () => damaged.push(key)) : file)
      }
    }
    const { rows, sequences } = held
    const tail: Tail = { rows, sequences, files, missing, damaged }
    onEnd(tail)
    yield sum.counting(jsonFile(names.tail, tail))
    yield fileOf(names.sum, Buffer.from(sum.hex()))
  }
  return tarOf(all(), at)
}

/** Known after reading the rows. */
interface Held {
  rows: Record<string, number>
  sequences: Tail['sequences']
  /** Keys of files, all of one length, joined into long texts: a million take 64 MB. */
  keys: string[]
}

const keyLength = 64

function* keysIn(texts: readonly string[]): Generator<string> {
  for (const text of texts) {
    for (let from = 0; from < text.length; from += keyLength) yield text.slice(from, from + keyLength)
  }
}

async function* ofDatabase(database: OpenDatabase, at: Date, held: Held): AsyncGenerator<TarFile> {
  const snapshot = await database.snapshot()
  try {
    const { tx } = snapshot
    await writeExactly(tx)
    const tables = await tablesOf(tx)
    yield jsonFile(names.head, await headOf(tx, tables, at))
    for (const table of tables) yield* ofTable(tx, table, held)
    // Sequences ignore transactions: read last, they are never behind a row.
    held.sequences = await sequencesOf(tx)
    const keys: Table = { name: 'attachments', columns: [{ name: 'storage_key', type: 'text' }] }
    for await (const portion of rowsOf(tx, keys, 'distinct')) {
      held.keys.push(portion.flatMap(([key]) => key ?? []).join(''))
    }
  } finally {
    await snapshot.end()
  }
}

async function* ofTable(tx: Tx, table: Table, { rows }: Held): AsyncGenerator<TarFile> {
  let lines: string[] = []
  let characters = 0
  let parts = 0
  let count = 0
  const part = async (): Promise<TarFile> => {
    parts += 1
    const content = await compress(`${lines.join('\n')}\n`)
    lines = []
    characters = 0
    return fileOf(`tables/${table.name}/${String(parts).padStart(6, '0')}.ndjson.gz`, content)
  }
  for await (const portion of rowsOf(tx, table)) {
    for (const values of portion) {
      const line = JSON.stringify(values satisfies Values)
      lines.push(line)
      characters += line.length
      count += 1
      if (characters >= partCharacters) yield await part()
    }
  }
  if (lines.length > 0) yield await part()
  rows[table.name] = count
}

/** A file and, before it, its thumbnail; nothing if the file is missing or disappears. */
async function ofStore(store: FileStore, key: string): Promise<readonly TarFile[]> {
  try {
    const sizes = await store.sizesOf(key)
    if (sizes === null) return []
    const thumbnail =
      sizes.thumbnail === null
        ? []
        : [fileOf(`files/${key}.thumbnail`, await contentOf({ bytes: await store.readThumbnail(key) }))]
    return [...thumbnail, { name: `files/${key}`, size: sizes.file, bytes: await store.read(key) }]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The same file; calls `onDamaged` at its end if its SHA-256 is not the key. */
function checking({ name, size, bytes }: TarFile, key: string, onDamaged: () => void): TarFile {
  async function* passing() {
    const digest = createHash('sha256')
    for await (const chunk of bytes) {
      digest.update(chunk)
      yield chunk
    }
    if (digest.digest('hex') !== key) onDamaged()
  }
  return { name, size, bytes: passing() }
}

const jsonFile = (name: string, content: Head | Tail): TarFile =>
  fileOf(name, Buffer.from(`${JSON.stringify(content, null, 1)}\n`))

async function headOf(tx: Tx, tables: readonly Table[], at: Date): Promise<Head> {
  return {
    format,
    made_at: at.toISOString(),
    migrations: (await ranMigrations(tx)).map(name => ({ name })),
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map(column => column.name) })),
  }
}

async function sequencesOf(tx: Tx): Promise<Tail['sequences']> {
  const { rows: all } = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = current_schema() order by 1`.execute(tx)
  const sequences: Tail['sequences'] = []
  for (const { name } of all) {
    const { rows } = await sql<{ last_value: string; is_called: boolean }>`
      select last_value::text, is_called from ${sql.table(name)}`.execute(tx)
    for (const row of rows) sequences.push({ name, ...row })
  }
  return sequences
}
