import fs from 'node:fs'
import path from 'node:path'
import { Migrator, sql } from 'kysely'
import type { Db } from './open.ts'
import { refuseUnfinished } from './marks.ts'
import type { Reader } from './write.ts'

/** A numbered SQL file. */
export interface Migration {
  readonly name: string
  readonly text: string
}

/** A newer version migrated the database, so this version cannot use its tables. */
export class DatabaseIsNewer extends Error {
  constructor(migration: string) {
    super(
      `A newer Parley was here: this one does not know the database's migration ${migration}. ` +
        'Start the version that has it, or a newer one; an older one needs a backup from before',
    )
    this.name = 'DatabaseIsNewer'
  }
}

/** The database has the schema of a version before the baseline. Its data cannot be migrated. */
export class DatabaseIsTooOld extends Error {
  constructor() {
    super(
      'An early version of Parley made this database, and its data cannot be carried over. ' +
        'Set DATABASE_URL to a new database, or remove DATA_DIR/postgres',
    )
    this.name = 'DatabaseIsTooOld'
  }
}

const here = new URL('.', import.meta.url).pathname
/** The bundle has the migrations beside it. From source they are two folders up. */
const places = [path.join(here, 'migrations'), path.join(here, '../../migrations')]

/** Reads the numbered SQL files, in order. */
export function readMigrations(): readonly Migration[] {
  const dir = places.find(place => fs.existsSync(place))
  if (dir === undefined) throw new Error(`No migrations folder at ${places.join(' or ')}`)
  const names = fs.readdirSync(dir).filter(name => /^\d{4}-.*\.sql$/.test(name))
  return names.toSorted().map(name => ({ name, text: fs.readFileSync(path.join(dir, name), 'utf8') }))
}

/**
 * The names of the finished migrations, in order. An empty database has none.
 * @throws DatabaseIsTooOld
 */
export async function ranMigrations(reader: Reader): Promise<readonly string[]> {
  const { rows: found } = await sql<{ is_migrated: boolean; is_too_old: boolean }>`
    select to_regclass('kysely_migration') is not null as is_migrated,
      to_regclass('migrations') is not null as is_too_old`.execute(reader)
  if (found[0]?.is_too_old === true) throw new DatabaseIsTooOld()
  if (found[0]?.is_migrated !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    reader,
  )
  return rows.map(({ name }) => name)
}

/**
 * The migrations that have not run, in order.
 * @throws DatabaseIsNewer or DatabaseIsTooOld
 */
export async function pendingMigrations(
  reader: Reader,
  files: readonly Migration[],
): Promise<readonly Migration[]> {
  const ran = await ranMigrations(reader)
  const unknown = ran.find(name => !files.some(file => file.name === name))
  if (unknown !== undefined) throw new DatabaseIsNewer(unknown)
  return files.filter(({ name }) => !ran.includes(name))
}

export interface MigrateOptions {
  /** Called with the name of each file that runs. */
  readonly at?: (step: string) => void
  /** The numbered files. The default is the product's own. */
  readonly files?: readonly Migration[]
  /** For restoring a backup: allows an unfinished restore. */
  readonly isRestoring?: boolean
}

/**
 * Brings the schema up to date: runs the pending files in order, in one transaction. Servers that start together wait for each
 * other, and only one of them migrates. Returns the names of the files that ran.
 * @param db without a time limit, because an index on a large table may take long
 * @throws DatabaseIsNewer, DatabaseIsTooOld or RestoreUnfinished before anything is changed
 */
export async function migrate(
  db: Db,
  { at = () => undefined, files = readMigrations(), isRestoring = false }: MigrateOptions = {},
): Promise<readonly string[]> {
  if (!isRestoring) await refuseUnfinished(db)
  const pending = await pendingMigrations(db, files)
  if (pending.length === 0) return []
  at('Migrating the database')
  const migrations = Object.fromEntries(
    files.map(({ name, text }) => {
      const up = async (tx: Reader) => {
        const no = 1 + pending.findIndex(file => file.name === name)
        at(`Migrating the database: ${name}, ${no} of ${pending.length}`)
        await sql.raw(text).execute(tx)
      }
      return [name, { up }]
    }),
  )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return results.map(({ migrationName }) => migrationName)
}
