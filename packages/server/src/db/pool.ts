import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { refuseInTransaction } from './guard.ts'
import { preparedName } from './statement.ts'

/** PostgreSQL answers COMMIT with ROLLBACK, and no error, if a statement before it failed. */
class NotCommitted extends Error {
  constructor() {
    super('The transaction was rolled back at its commit')
    this.name = 'NotCommitted'
  }
}

/** Ids are far below 2^53, and the engine reads a timestamp three times as fast as pg's own parser. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, text => new Date(text)],
])

const types: pg.CustomTypesConfig = {
  getTypeParser: ((type: number) =>
    parsers.get(type) ?? pg.types.getTypeParser(type, 'text')) as typeof pg.types.getTypeParser,
}

/** Kysely's own dialect on a pool of connections. */
export function pooledDialect(config: pg.PoolConfig): PostgresDialect {
  const pool = new pg.Pool({ types, ...config })
  // The pool replaces a broken connection, and the work that held it learns of it from its next statement. Without both
  // listeners the error would end the process, since the pool hears of idle connections only.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return new PostgresDialect({ pool: guardedPool(pool) })
}

/** The pool for Kysely. It names statements to keep prepared, and checks what Kysely leaves unchecked. */
const guardedPool = (pool: pg.Pool): PostgresPool => ({
  connect: async () => {
    refuseInTransaction()
    const client = await pool.connect()
    const query = async (text: string, values: unknown[]) => {
      const name = preparedName(text)
      const result = await client.query({ text, values, ...(name !== undefined && { name }) })
      if (text === 'commit' && result.command !== 'COMMIT') throw new NotCommitted()
      return result
    }
    // Kysely's other way to call `query` is with a cursor, for which it would need a setting that we do not give.
    return { query, release: () => client.release() } as unknown as PostgresPoolClient
  },
  end: () => pool.end(),
})
