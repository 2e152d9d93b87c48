import type { Duplex } from 'node:stream'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { isFlight } from './flight.ts'
import { guarded } from './guard.ts'
import { LazyTransaction } from './lazy-transaction.ts'
import { preparedName } from './statement.ts'

/**
 * Kysely on a pool whose clients are in pipeline mode. Its own driver waits for each answer before it sends the next
 * statement; here a flight is one round trip, BEGIN goes along with the first statement, and COMMIT with the last where
 * the writer says so. Our named statements are kept prepared.
 */
export const postgresDialect = (pool: pg.Pool): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => guarded(new PostgresDriver(pool)),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class PostgresDriver implements Driver {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect())
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel } = settings
    connection.begin(isolationLevel === undefined ? 'begin' : `begin isolation level ${isolationLevel}`)
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.end('commit')
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.end('rollback')
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

/** PostgreSQL answers COMMIT with ROLLBACK, and no error, where a statement before it had failed. */
class NotCommitted extends Error {
  constructor() {
    super('The transaction was rolled back at its commit')
    this.name = 'NotCommitted'
  }
}

const counting = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** A client of the pool for one piece of work. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #transaction = new LazyTransaction()
  #beginText = 'begin'

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  begin(text: string): void {
    this.#beginText = text
    this.#transaction.begin()
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (!this.#transaction.takeEnd()) return
    const { command } = await this.#client.query(how)
    if (how === 'commit') mustBe('COMMIT', command)
  }

  release(): void {
    this.#client.release()
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!isFlight(query)) {
      const [result] = await this.#send([query], false)
      if (result === undefined) throw new Error('A statement was not answered')
      const { command, rowCount, rows } = result
      return { rows: rows as R[], ...(counting.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    }
    const results = await this.#send(query.statements, query.commits)
    return { rows: results.map(({ rows }) => rows) as unknown as R[] }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed')
  }

  /** Writes all of them to the socket at once; resolves when each is answered, with the answers of `statements`. */
  async #send(statements: readonly CompiledQuery[], commits: boolean): Promise<readonly pg.QueryResult[]> {
    const begin = this.#transaction.takeBegin() ? [{ text: this.#beginText }] : []
    const texts = [...begin, ...statements.map(named), ...(commits ? [{ text: 'commit' }] : [])]
    const { stream } = (this.#client as pg.PoolClient & { connection: { stream: Duplex } }).connection
    stream.cork()
    const answers = texts.map(text => this.#client.query(text))
    stream.uncork()
    const results: pg.QueryResult[] = []
    let failure: { readonly reason: unknown } | null = null
    for (const answer of await Promise.allSettled(answers)) {
      if (answer.status === 'fulfilled') results.push(answer.value)
      else failure ??= { reason: answer.reason }
    }
    if (failure !== null) throw failure.reason
    if (commits) {
      this.#transaction.committed()
      mustBe('COMMIT', results.at(-1)?.command)
    }
    return results.slice(begin.length, begin.length + statements.length)
  }
}

function mustBe(wanted: 'COMMIT', command: string | undefined): void {
  if (command !== wanted) throw new NotCommitted()
}

const named = ({ sql: text, parameters }: CompiledQuery): pg.QueryConfig => {
  const name = preparedName(text)
  return { text, values: [...parameters], ...(name !== undefined && { name }) }
}
