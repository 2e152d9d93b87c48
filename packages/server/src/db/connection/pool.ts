import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { refuseInTransaction } from '../guard.ts'
import { preparedName } from './statement.ts'

/** Thrown because PostgreSQL replies to COMMIT with ROLLBACK, and no error, if an earlier statement failed. */
class NotCommitted extends Error {
  constructor() {
    super('The transaction was rolled back at its commit')
    this.name = 'NotCommitted'
  }
}

/** Ids are far below 2^53. `Date` parses a timestamp three times as fast as pg's own parser. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, text => new Date(text)],
])

const types: pg.CustomTypesConfig = {
  getTypeParser: ((type: number) =>
    parsers.get(type) ?? pg.types.getTypeParser(type, 'text')) as typeof pg.types.getTypeParser,
}

/** pg's messages for an unusable connection without an error code: it was cut, closed, or silent for too long. */
const lostWords =
  /^(Connection terminated|Connection ended|Query read timeout|timeout e?xpired|timeout exceeded when trying to connect|Client (has encountered|was closed)|Cannot use a pool after calling end)/

/** Whether the connection to PostgreSQL failed, and not the statement. */
export const isLost = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof pg.DatabaseError) && lostWords.test(error.message)

const lateWords =
  /^(Query read timeout|timeout expired|timeout exceeded when trying to connect|Connection terminated due to connection timeout)/

/** Whether the database did not reply in time. The next try would wait as long. */
export const isLate = (error: unknown): boolean => isLost(error) && lateWords.test(error.message)

/** No reply came in time. Releasing such a connection closes its socket, since pg waits for no query then. */
const isSilent = (error: Error): boolean => error.message === 'Query read timeout'

/** Prevents network devices from dropping an idle connection, and detects a vanished machine. */
export const keepingAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/** The options of a pool. `askEveryMs` replaces `query_timeout`: it checks that PostgreSQL still works on the query. */
export type PoolConfig = pg.PoolConfig & {
  /** Milliseconds between two such checks. */
  readonly askEveryMs?: number
}

/** Kysely's own dialect on a pool of connections. */
export function pooledDialect({ askEveryMs, ...config }: PoolConfig): PostgresDialect {
  const Client = askEveryMs === undefined ? pg.Client : greetedWithin(askEveryMs)
  const pool = new pg.Pool({ types, Client, ...keepingAlive, ...config })
  const watch = askEveryMs === undefined ? null : watching(config, askEveryMs)
  // The pool replaces a broken connection, and its user learns of it at the next statement. Without both listeners the error
  // would end the process, since the pool listens to idle connections only.
  pool.on('error', () => undefined)
  return new PostgresDialect({ pool: guardedPool(pool, watch) })
}

/** A client with a time limit for connecting. Waiting for a free connection of the pool has no limit. */
const greetedWithin = (ms: number): (new () => pg.Client) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: ms })
    }
  }

type Ask = (client: pg.PoolClient, query: pg.QueryConfig) => Promise<pg.QueryResult>

/** Kysely's pool. It prepares named statements, and makes checks that Kysely leaves out. */
function guardedPool(pool: pg.Pool, watch: Ask | null): PostgresPool {
  // If one connection falls silent, the others of its age may be dead too. None of them is used again.
  let age = 0
  const ages = new WeakMap<pg.PoolClient, number>()
  pool.on('connect', client => {
    ages.set(client, age)
    client.on('error', () => undefined)
  })
  const connect = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect()
      if (ages.get(client) === age) return client
      client.release(true)
    }
  }
  const ask: Ask = watch ?? ((client, query) => client.query(query))
  return {
    connect: async () => {
      refuseInTransaction()
      const client = await connect()
      let lost: Error | null = null
      const query = async (text: string, values: unknown[]) => {
        // Kysely rolls back on this error.
        if (lost !== null) throw lost
        const name = preparedName(text)
        try {
          const result = await ask(client, { text, values, ...(name !== undefined && { name }) })
          if (text === 'commit' && result.command !== 'COMMIT') throw new NotCommitted()
          return result
        } catch (error) {
          if (isLost(error)) {
            lost = error
            if (isSilent(error)) age += 1
          }
          throw error
        }
      }
      // Kysely calls `query` with a cursor only under a setting that we do not use.
      const release = () => client.release(lost ?? undefined)
      return { query, release } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

/** Two looks, since a reply may be on its way during the first. */
const mostIdleLooks = 2

/**
 * Runs queries without a time limit. Meanwhile it checks on another connection whether PostgreSQL still works on the query. If
 * not, the reply was lost on the way, and the connection is closed.
 */
function watching(config: pg.PoolConfig, everyMs: number): Ask {
  const isAtWork = async (client: pg.PoolClient): Promise<boolean> => {
    const { processID } = client as unknown as { readonly processID: number }
    const other = new pg.Client({
      ...config,
      ...keepingAlive,
      connectionTimeoutMillis: everyMs,
      query_timeout: everyMs,
    })
    other.on('error', () => undefined)
    try {
      await other.connect()
      const { rowCount } = await other.query(
        `select 1 from pg_stat_activity where pid = $1 and state = 'active' and wait_event_type is distinct from 'Client'`,
        [processID],
      )
      return rowCount === 1
    } finally {
      void other.end()
    }
  }
  return async (client, query) => {
    let idleLooks = 0
    let isLooking = false
    const look = async () => {
      if (isLooking) return
      isLooking = true
      try {
        idleLooks = (await isAtWork(client)) ? 0 : idleLooks + 1
      } catch {
        // A failed look tells nothing. The next one starts the count again.
        idleLooks = 0
      } finally {
        isLooking = false
      }
      if (idleLooks >= mostIdleLooks) void (client as unknown as pg.Client).end()
    }
    const timer = setInterval(() => void look(), everyMs)
    try {
      return await client.query(query)
    } finally {
      clearInterval(timer)
    }
  }
}
