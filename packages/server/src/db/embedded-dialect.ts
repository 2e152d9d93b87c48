import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Embedded } from './embedded.ts'
import { guarded } from './guard.ts'

/** statement_timeout does not work there, so a transaction that is open for longer is rolled back. */
const longestTransactionMs = 10_000

/** Kysely on the embedded database: its one connection is handed out to one piece of work at a time, in order. */
export const embeddedDialect = (embedded: Embedded): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => guarded(new EmbeddedDriver(embedded)),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class EmbeddedDriver implements Driver {
  readonly #embedded: Embedded
  #tail: Promise<void> = Promise.resolve()

  constructor(embedded: Embedded) {
    this.#embedded = embedded
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EmbeddedConnection> {
    const before = this.#tail
    let release: () => void = () => undefined
    this.#tail = new Promise(resolve => {
      release = resolve
    })
    await before
    return new EmbeddedConnection(this.#embedded, release)
  }

  async beginTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.end('commit')
  }

  async rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.end('rollback')
  }

  async releaseConnection(connection: EmbeddedConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#tail
    await this.#embedded.close()
  }
}

class EmbeddedConnection implements DatabaseConnection {
  readonly release: () => void
  readonly #embedded: Embedded
  #timer: NodeJS.Timeout | null = null
  #overdue = false

  constructor(embedded: Embedded, release: () => void) {
    this.#embedded = embedded
    this.release = release
  }

  async begin(): Promise<void> {
    await this.#embedded.run('begin', null)
    this.#timer = setTimeout(() => {
      this.#overdue = true
    }, longestTransactionMs)
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#overdue && how === 'commit')
      throw new Error('The transaction was open for too long and is rolled back')
    await this.#embedded.run(how, null)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#overdue) throw new Error('The transaction was open for too long and is rolled back')
    const { rows, affected } = await this.#embedded.run(query.sql, query.parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(affected) }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database cannot stream rows')
  }
}
