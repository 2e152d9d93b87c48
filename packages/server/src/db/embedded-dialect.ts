import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Embedded } from './embedded.ts'
import type { AskedStatement } from './embedded-session.ts'
import { refuseInTransaction } from './guard.ts'
import { preparedName } from './statement.ts'

/** The one connection of an embedded database, handed out to one piece of work at a time, in order. */
export class EmbeddedTurns {
  readonly embedded: Embedded
  #tail: Promise<void> = Promise.resolve()
  #closed: Promise<void> | null = null

  constructor(embedded: Embedded) {
    this.embedded = embedded
  }

  /** Waits for one's turn. Answers how to end it; ending it again does nothing. */
  async take(): Promise<() => void> {
    const before = this.#tail
    let release: () => void = () => undefined
    this.#tail = new Promise(resolve => {
      release = resolve
    })
    await before
    return release
  }

  /** Closes the database once every turn that was asked for is over. */
  close(): Promise<void> {
    this.#closed ??= this.#tail.then(() => this.embedded.close())
    return this.#closed
  }
}

/**
 * Kysely on the embedded database. statement_timeout does not work there, so a transaction that is open for longer than
 * `limitMs` is rolled back at that moment and the next one gets its turn; null: it may take as long as it needs. A single
 * statement cannot be stopped while it runs: what comes after it waits until it is done.
 */
export const embeddedDialect = (turns: EmbeddedTurns, limitMs: number | null): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new EmbeddedDriver(turns, limitMs),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class EmbeddedDriver implements Driver {
  readonly #turns: EmbeddedTurns
  readonly #limitMs: number | null

  constructor(turns: EmbeddedTurns, limitMs: number | null) {
    this.#turns = turns
    this.#limitMs = limitMs
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EmbeddedConnection> {
    refuseInTransaction()
    const release = await this.#turns.take()
    return new EmbeddedConnection(this.#turns.embedded, this.#limitMs, release)
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

  async destroy(): Promise<void> {}
}

/** The transaction was open for too long; whoever began it hears so from its next statement. */
class TransactionOverdue extends Error {
  constructor(limitMs: number) {
    super(`The transaction was open for longer than ${limitMs} ms and has been rolled back`)
    this.name = 'TransactionOverdue'
  }
}

const bare = (text: 'begin' | 'commit' | 'rollback'): AskedStatement => ({ text, values: [], name: text })

class EmbeddedConnection implements DatabaseConnection {
  readonly release: () => void
  readonly #embedded: Embedded
  readonly #limitMs: number | null
  #timer: NodeJS.Timeout | null = null
  #overdue: TransactionOverdue | null = null

  constructor(embedded: Embedded, limitMs: number | null, release: () => void) {
    this.#embedded = embedded
    this.#limitMs = limitMs
    this.release = release
  }

  async begin(): Promise<void> {
    await this.#embedded.run([bare('begin')])
    const limitMs = this.#limitMs
    if (limitMs !== null) this.#timer = setTimeout(() => this.#expire(limitMs), limitMs)
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    this.#stopClock()
    if (this.#overdue !== null) {
      if (how === 'commit') throw this.#overdue
      return
    }
    await this.#embedded.run([bare(how)])
  }

  async executeQuery<R>({ sql: text, parameters: values }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#overdue !== null) throw this.#overdue
    const [result] = await this.#embedded.run([{ text, values, name: preparedName(text) }])
    if (result === undefined) throw new Error('A statement was not answered')
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.affected) }
  }

  #stopClock(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database cannot stream rows')
  }

  /** The rollback stands in line behind the statement that runs, and the next turn behind the rollback. */
  #expire(limitMs: number): void {
    this.#timer = null
    this.#overdue = new TransactionOverdue(limitMs)
    // A rollback that fails means that the database is lost, which ends the process by onLost.
    this.#embedded
      .run([bare('rollback')])
      .finally(this.release)
      .catch(() => undefined)
  }
}
