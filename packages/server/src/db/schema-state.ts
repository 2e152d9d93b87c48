import { sql } from 'kysely'
import { type Migration, migrationHash } from './migration-files.ts'
import type { Reader } from './write.ts'

/** How the schema of a database stands to the numbered files. */
export interface SchemaState {
  /** The first that ran there and is no file of ours: a newer Parley was here. */
  readonly unknown: string | null
  /** The first whose file is another one than the one that ran. */
  readonly changed: string | null
  /** Those that have not run, in their order. */
  readonly missing: readonly Migration[]
}

/** Compares what is recorded of migrations, whose table must be there, with the files. */
export async function schemaState(reader: Reader, files: readonly Migration[]): Promise<SchemaState> {
  const { rows } = await sql<{ name: string; hash: string }>`
    select name, hash from migrations order by name`.execute(reader)
  const ours = new Map(files.map(file => [file.name, migrationHash(file)]))
  const ran = new Set(rows.map(({ name }) => name))
  return {
    unknown: rows.find(({ name }) => !ours.has(name))?.name ?? null,
    changed: rows.find(({ name, hash }) => ours.has(name) && ours.get(name) !== hash)?.name ?? null,
    missing: files.filter(({ name }) => !ran.has(name)),
  }
}
