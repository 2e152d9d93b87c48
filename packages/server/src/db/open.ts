import fs from 'node:fs'
import { Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import { type EmbeddedOptions, openEmbedded } from './embedded/embedded.ts'
import { type PoolConfig, pooledDialect } from './connection/pool.ts'

export type Db = Kysely<Database>

/** An open database. */
export interface OpenDatabase {
  /** For everything that somebody waits for: a statement or transaction that takes longer than 10 s is given up. */
  readonly db: Db
  /** The same database without that limit and one piece of work at a time: for migrations, filling and rebuilding. */
  readonly longRunningDb: Db
  /**
   * The same database for searching: one connection of its own, so that searches wait for each other and nobody else waits
   * for a connection, and a statement may take 3 s.
   */
  readonly search: Db
  /** Whether it is the one below DATA_DIR, which Parley starts and stops. */
  readonly isEmbedded: boolean
  readonly url: string
  readonly patience: Patience
  /** Which database this very one is: a restored dump or a copied directory is another. */
  readonly place: string
  /**
   * The rows as they are at one moment, for reading that may take long: whoever writes goes on meanwhile. What was committed
   * before it was asked for is in it.
   */
  snapshot(): Promise<Snapshot>
  /** Called if the database is lost for good, so that the process can end. */
  onLost(listener: (error: Error) => void): void
  close(): Promise<void>
}

/** A transaction that sees one moment and only reads. It must be ended. */
export interface Snapshot {
  readonly tx: Transaction<Database>
  end(): Promise<void>
}

/** For how long the database is waited for, in milliseconds. */
export interface Patience {
  /** PostgreSQL gives a statement up after this, and ends a transaction that stays silent. */
  readonly statement: number
  /** A connection is closed that has not answered a statement by then: a little more, for a statement that was given up. */
  readonly answer: number
  /** For a connection. */
  readonly connection: number
  /** Whether it answers at all. */
  readonly sign: number
}

const usualPatience: Patience = { statement: 10_000, answer: 12_000, connection: 10_000, sign: 3_000 }
const searchPatience = { statement: 3_000, answer: 5_000 }
/** A transaction of work without a limit that stays silent for so long was cut off. */
const longestSilenceMs = 60_000

/** How a program opens the database that the settings name. */
export interface OpenOptions extends EmbeddedOptions {
  /** Connections for what somebody waits for. */
  readonly poolSize?: number
}

/**
 * The database that the settings name, the same for the server and the command line.
 * @throws DatabaseInUse, EmbeddedUnavailable
 */
export async function openDatabase(
  place: { readonly databaseUrl: string | null; readonly dataDir: string },
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  if (place.databaseUrl !== null) return openPostgresDatabase(place.databaseUrl, options.poolSize)
  const embedded = await openEmbedded(place.dataDir, options)
  try {
    const database = await openPostgresDatabase(embedded.url, options.poolSize)
    return {
      ...database,
      isEmbedded: true,
      place: placeOfFile(embedded.controlFile),
      onLost: listener => embedded.onLost(listener),
      close: async () => {
        await database.close()
        await embedded.close()
      },
    }
  } catch (error) {
    await embedded.close()
    throw error
  }
}

/** A file's number and birth on its disk. */
function placeOfFile(file: string): string {
  const { ino, birthtimeMs } = fs.statSync(file)
  return `file ${ino} ${Math.floor(birthtimeMs)}`
}

/** PostgreSQL 15 or newer by its URL. On `db` a statement may take 10 s, and a transaction may idle 10 s. */
export async function openPostgresDatabase(
  url: string,
  poolSize = 10,
  patience: Patience = usualPatience,
): Promise<OpenDatabase> {
  const { statement, answer, connection } = patience
  const db = poolOf(url, {
    max: poolSize,
    connectionTimeoutMillis: connection,
    statement_timeout: statement,
    query_timeout: answer,
    idle_in_transaction_session_timeout: statement,
  })
  // Whoever waits for the one connection waits for work that has no limit.
  const longRunningDb = poolOf(url, {
    max: 1,
    askEveryMs: statement,
    idle_in_transaction_session_timeout: longestSilenceMs,
  })
  const search = poolOf(url, {
    max: 1,
    connectionTimeoutMillis: connection,
    statement_timeout: searchPatience.statement,
    query_timeout: searchPatience.answer,
    options: forSearching,
  })
  const { rows } = await sql<{ place: string }>`
    select concat_ws(' ', (select system_identifier from pg_control_system()),
      (select timeline_id from pg_control_checkpoint()),
      (select oid from pg_database where datname = current_database())) as place`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('PostgreSQL does not say which database it is')
  return {
    db,
    longRunningDb,
    search,
    isEmbedded: false,
    snapshot: () => {
      const own = poolOf(url, { max: 1, connectionTimeoutMillis: connection, askEveryMs: statement })
      return beginReading(own, () => own.destroy())
    },
    url,
    patience,
    place: found.place,
    onLost: () => undefined,
    close: async () => {
      await Promise.all([db.destroy(), longRunningDb.destroy(), search.destroy()])
    },
  }
}

async function beginReading(db: Db, end: () => Promise<void>): Promise<Snapshot> {
  try {
    const tx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
    return {
      tx,
      end: async () => {
        try {
          await tx.rollback().execute()
        } finally {
          await end()
        }
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/**
 * PostgreSQL compiles a statement to machine code, each time that it runs, where it expects much of it. That takes 50 ms and more, and
 * what it expects of a table that has just been made is a guess: such a one made every turn of the bot a hundred times slower.
 */
const withoutCompiling = '-c jit=off'
/**
 * Each search has an index that is meant for it; where much is found the planner would rather read the whole table. One processor is all
 * that a search may keep busy, the others are for who works. The memory is that of one connection: with the usual 4 MB an index that finds
 * 200,000 messages names pages only, and all that stands on them is looked through.
 */
const forSearching = `${withoutCompiling} -c enable_seqscan=off -c max_parallel_workers_per_gather=0 -c work_mem=32MB`

const poolOf = (url: string, limits: PoolConfig): Db =>
  new Kysely<Database>({
    dialect: pooledDialect({ connectionString: url, options: withoutCompiling, ...limits }),
  })
