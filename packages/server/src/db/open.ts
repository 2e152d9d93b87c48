import fs from 'node:fs'
import { Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import { type EmbeddedOptions, openEmbedded } from './embedded/embedded.ts'
import { type PoolConfig, pooledDialect } from './connection/pool.ts'

export type Db = Kysely<Database>

export interface OpenDatabase {
  /** For requests: a statement or transaction is cancelled after 10 s. */
  readonly db: Db
  /** The same database without that limit, on one connection: for migrations, filling and rebuilding. */
  readonly longRunningDb: Db
  /**
   * The same database for searching, on one connection. Searches wait for each other but take no connection from other requests.
   * A statement may take 3 s.
   */
  readonly search: Db
  /** Whether it is the database below DATA_DIR, which Parley starts and stops. */
  readonly isEmbedded: boolean
  readonly url: string
  readonly patience: Patience
  /** Identifies this database: a restored dump or a copied directory has another value. */
  readonly place: string
  /**
   * The rows as of one moment, for long reads that block no writer. It includes everything that was committed before the call.
   */
  snapshot(): Promise<Snapshot>
  /** Calls the listener if the database is lost for good, so that the process can end. */
  onLost(listener: (error: Error) => void): void
  close(): Promise<void>
}

/** A read-only transaction as of one moment. Call `end`. */
export interface Snapshot {
  readonly tx: Transaction<Database>
  end(): Promise<void>
}

/** Time limits of the database in milliseconds. */
export interface Patience {
  /** PostgreSQL cancels a statement after this time, and ends a transaction that is idle so long. */
  readonly statement: number
  /**
   * A connection without a reply by then is closed. It is longer than `statement`, because a cancelled statement gets a reply.
   */
  readonly answer: number
  /** For opening a connection. */
  readonly connection: number
  /** For any sign of life. */
  readonly sign: number
}

const usualPatience: Patience = { statement: 10_000, answer: 12_000, connection: 10_000, sign: 3_000 }
const searchPatience = { statement: 3_000, answer: 5_000 }
/** An idle transaction of long work ends after this time, since its client is gone. */
const longestSilenceMs = 60_000

export interface OpenOptions extends EmbeddedOptions {
  /** The number of connections for requests. */
  readonly poolSize?: number
}

/**
 * Opens the configured database, for the server and the command line alike.
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

/** Identifies a file by its inode and creation time. */
function placeOfFile(file: string): string {
  const { ino, birthtimeMs } = fs.statSync(file)
  return `file ${ino} ${Math.floor(birthtimeMs)}`
}

/** Opens PostgreSQL 15 or newer by its URL. On `db` a statement may take 10 s, and a transaction may idle 10 s. */
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
  // Callers wait without a limit for the one connection, because its work has no limit.
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
 * PostgreSQL compiles a statement to machine code, at each run, if it expects high costs. That takes 50 ms and more. Its estimate
 * for a new table is a guess. A wrong guess made every turn of the bot a hundred times slower.
 */
const withoutCompiling = '-c jit=off'
/**
 * Each search has its own index, but for many matches the planner would rather read the whole table. A search may use only one
 * processor, so that the others stay free for requests. The memory is for one connection. With the usual 4 MB an index that finds
 * 200,000 messages returns only pages. Then every row on those pages must be checked.
 */
const forSearching = `${withoutCompiling} -c enable_seqscan=off -c max_parallel_workers_per_gather=0 -c work_mem=32MB`

const poolOf = (url: string, limits: PoolConfig): Db =>
  new Kysely<Database>({
    dialect: pooledDialect({ connectionString: url, options: withoutCompiling, ...limits }),
  })
