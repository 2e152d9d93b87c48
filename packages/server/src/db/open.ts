import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { embeddedDialect } from './embedded-dialect.ts'
import { guarded } from './guard.ts'

export type Db = Kysely<Database>

/** An open database, and what differs between the two engines. */
export interface OpenDatabase {
  readonly db: Db
  readonly engine: 'embedded' | 'postgres'
  /** Where other server processes can be heard; null on the embedded database, which has one process only. */
  readonly url: string | null
  /** Called if the database is lost for good, so that the process can end. */
  onLost(listener: (error: Error) => void): void
  close(): Promise<void>
}

/** The database that the settings name, the same for the server and the command line. @throws DatabaseInUse */
export const openDatabase = (
  place: { readonly databaseUrl: string | null; readonly dataDir: string },
  poolSize?: number,
): Promise<OpenDatabase> =>
  place.databaseUrl === null
    ? openEmbeddedDatabase(path.join(place.dataDir, 'db'))
    : openPostgresDatabase(place.databaseUrl, poolSize)

/** The embedded database in `dir`, or in memory for null, there as an image holds it. @throws DatabaseInUse */
export async function openEmbeddedDatabase(
  dir: string | null,
  image: string | null = null,
): Promise<OpenDatabase> {
  const embedded = await openEmbedded(dir, image)
  const db = new Kysely<Database>({ dialect: embeddedDialect(embedded) })
  // One that was never used would not be closed either, and keep its lock.
  await sql`select 1`.execute(db)
  return {
    db,
    engine: 'embedded',
    url: null,
    onLost: listener => embedded.onLost(listener),
    close: () => db.destroy(),
  }
}

/** PostgreSQL 15 or newer by its URL. A statement may take 10 s, a transaction may idle 10 s. */
export async function openPostgresDatabase(url: string, poolSize = 10): Promise<OpenDatabase> {
  const types: pg.CustomTypesConfig = {
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === pg.types.builtins.INT8
        ? Number
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
  })
  // A connection that breaks is replaced by the pool, and the work that held it hears of it from its next statement. Without
  // a listener on both, the news would end the process: the pool hears of idle connections only.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => guarded(dialect.createDriver()),
      createIntrospector: own => dialect.createIntrospector(own),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  })
  await sql`select 1`.execute(db)
  return {
    db,
    engine: 'postgres',
    url,
    onLost: () => undefined,
    close: () => db.destroy(),
  }
}
