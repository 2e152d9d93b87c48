import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { dialectOn } from './dialect.ts'
import { type FlightAnswer, isFlight } from './flight.ts'
import { guarded } from './guard.ts'
import { LazyTransaction } from './lazy-transaction.ts'
import {
  type FlightResult,
  type FlightStatement,
  PostgresFlight,
  PreparedStatements,
} from './postgres-flight.ts'
import { preparedName } from './statement.ts'

/**
 * Kysely on a pool. Its own driver waits for each answer before it sends the next statement; here a flight is one round
 * trip, BEGIN goes along with the first statement, and COMMIT with the last where the writer says so. Our named statements
 * are kept prepared.
 */
export const postgresDialect = (pool: pg.Pool): Dialect => dialectOn(() => guarded(new PostgresDriver(pool)))

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

const affectedBy = ({ command, count }: FlightResult): bigint | undefined =>
  counting.has(command) ? BigInt(count) : undefined

const bare = (text: string): FlightStatement => ({ text, name: text, values: [] })

/** A client of the pool for one piece of work. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #prepared: PreparedStatements
  readonly #transaction = new LazyTransaction()
  #begin = bare('begin')

  constructor(client: pg.PoolClient) {
    this.#client = client
    this.#prepared = preparedOn(client)
  }

  begin(text: string): void {
    this.#begin = bare(text)
    this.#transaction.begin()
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (!this.#transaction.takeEnd()) return
    const [result] = await this.#fly([bare(how)])
    if (how === 'commit') mustBe('COMMIT', result?.command)
  }

  release(): void {
    this.#client.release()
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!isFlight(query)) {
      const [result] = await this.#send([query], false)
      if (result === undefined) throw new Error('A statement was not answered')
      const affected = affectedBy(result)
      return { rows: result.rows as R[], ...(affected !== undefined && { numAffectedRows: affected }) }
    }
    const results = await this.#send(query.statements, query.commits)
    const answer: FlightAnswer = { rows: results.map(({ rows }) => rows), affected: results.map(affectedBy) }
    return answer as QueryResult<unknown> as QueryResult<R>
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed')
  }

  /** Resolves with the answers of `statements`. */
  async #send(statements: readonly CompiledQuery[], commits: boolean): Promise<readonly FlightResult[]> {
    const begin = this.#transaction.takeBegin() ? [this.#begin] : []
    const [only] = statements
    if (only !== undefined && statements.length === 1 && isScript(only)) {
      if (begin.length > 0) await this.#fly(begin)
      return [await this.#runScript(only.sql)]
    }
    const commit = commits ? [bare('commit')] : []
    const results = await this.#fly([...begin, ...statements.map(named), ...commit])
    if (commits) {
      this.#transaction.committed()
      mustBe('COMMIT', results.at(-1)?.command)
    }
    return results.slice(begin.length, begin.length + statements.length)
  }

  #fly(statements: readonly FlightStatement[]): Promise<readonly FlightResult[]> {
    return this.#client.query(new PostgresFlight(statements, this.#prepared)).answered
  }

  /** What may be several statements goes the way on which PostgreSQL takes several. */
  async #runScript(text: string): Promise<FlightResult> {
    const { command, rowCount, rows } = await this.#client.query<Record<string, unknown>>(text)
    return { command, count: rowCount ?? 0, rows }
  }
}

const prepared = new WeakMap<pg.PoolClient, PreparedStatements>()

function preparedOn(client: pg.PoolClient): PreparedStatements {
  const known = prepared.get(client) ?? new PreparedStatements()
  prepared.set(client, known)
  return known
}

function mustBe(wanted: 'COMMIT', command: string | undefined): void {
  if (command !== wanted) throw new NotCommitted()
}

const isScript = (query: CompiledQuery): boolean =>
  query.parameters.length === 0 && preparedName(query.sql) === undefined

const named = ({ sql: text, parameters: values }: CompiledQuery): FlightStatement => ({
  text,
  name: preparedName(text),
  values,
})
