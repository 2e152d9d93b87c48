import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeIndexes } from './make-indexes.ts'
import { isConcurrent, type Migration, migrationHash, readMigrations, statements } from './migration-files.ts'
import type { Db } from './open.ts'
import { refuseUnfinished } from './restore-mark.ts'
import { schemaState } from './schema-state.ts'

/** A migration file was changed after it ran. */
export class MigrationMismatch extends Error {}

/** A newer version has migrated the database: this one does not know what its tables mean. */
export class DatabaseIsNewer extends Error {
  constructor(migration: string) {
    super(
      `A newer Parley was here: this one does not know the database's migration ${migration}. ` +
        'Start the version that has it, or a newer one; an older one needs a backup from before',
    )
    this.name = 'DatabaseIsNewer'
  }
}

/** An advisory lock of our own, so that two starting servers do not migrate at once. */
const lockKey = 7_270_151
const askAgainMs = 250

export interface MigrateOptions {
  /** Hears which file is at work. */
  readonly at?: (step: string) => void
  /** The numbered files; those of the product where nothing else is said. */
  readonly files?: readonly Migration[]
  /** For the restoring of a backup itself, which nobody else may disturb. */
  readonly isRestoring?: boolean
}

/**
 * Brings the schema up to date: the missing files in their order, those that stand together in one transaction, and each
 * that is marked `-- concurrently` by itself outside of any. Answers the names that ran.
 * @param db one without a time limit: an index on a large table takes as long as it takes
 * @throws DatabaseIsNewer, MigrationMismatch or RestoreUnfinished before anything is changed
 */
export async function migrate(
  db: Db,
  now: Date,
  { at = () => undefined, files = readMigrations(), isRestoring = false }: MigrateOptions = {},
): Promise<readonly string[]> {
  return db.connection().execute(async own => {
    await takeLock(own, at)
    try {
      if (!isRestoring) await refuseUnfinished(own)
      await sql`create table if not exists migrations (name text primary key, hash text not null, ran_at timestamptz not null)`.execute(
        own,
      )
      const missing = await missingOf(own, files)
      for (const group of groupsOf(missing)) {
        await runGroup(own, group, now, name =>
          at(
            `Migrating the database: ${name}, ${1 + missing.findIndex(one => one.name === name)} of ${missing.length}`,
          ),
        )
      }
      return missing.map(file => file.name)
    } finally {
      await sql`select pg_advisory_unlock(${lockKey})`.execute(own)
    }
  })
}

/**
 * Asked for again and again instead of waited for: a statement that waits holds a snapshot, and making an index
 * concurrently waits for every snapshot, so that the two would wait for each other.
 */
async function takeLock(own: Db, at: (step: string) => void): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${lockKey}) as taken`.execute(
      own,
    )
    if (rows[0]?.taken === true) return
    at('Waiting for another server that migrates the database')
    await sleep(askAgainMs)
  }
}

async function missingOf(own: Db, files: readonly Migration[]): Promise<readonly Migration[]> {
  const { unknown, changed, missing } = await schemaState(own, files)
  if (unknown !== null) throw new DatabaseIsNewer(unknown)
  if (changed !== null) throw new MigrationMismatch(`Migration ${changed} was changed after it ran`)
  return missing
}

/** Neighbours that run in one transaction, and each concurrent file alone. */
function groupsOf(files: readonly Migration[]): readonly (readonly Migration[])[] {
  const groups: Migration[][] = []
  for (const file of files) {
    const last = groups.at(-1)
    if (last?.[0] === undefined || isConcurrent(file) || isConcurrent(last[0])) groups.push([file])
    else last.push(file)
  }
  return groups
}

async function runGroup(
  own: Db,
  group: readonly Migration[],
  now: Date,
  at: (name: string) => void,
): Promise<void> {
  const [first] = group
  if (first !== undefined && isConcurrent(first)) {
    at(first.name)
    await makeIndexes(own, first)
    return record(own, first, now)
  }
  await own.transaction().execute(async tx => {
    for (const file of group) {
      at(file.name)
      for (const statement of statements(file.text)) await sql.raw(statement).execute(tx)
      await record(tx, file, now)
    }
  })
}

const record = async (db: Db, file: Migration, now: Date): Promise<void> => {
  await sql`insert into migrations (name, hash, ran_at) values (${file.name}, ${migrationHash(file)}, ${now})`.execute(
    db,
  )
}
