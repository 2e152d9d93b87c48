import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver, type QueryResult } from 'kysely'
import { dialectOn } from './dialect.ts'
import type { Embedded } from './embedded.ts'
import type { AskedStatement, Rows } from './embedded-session.ts'
import { type FlightAnswer, isFlight } from './flight.ts'
import { guarded } from './guard.ts'
import { LazyTransaction } from './lazy-transaction.ts'
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
export const embeddedDialect = (turns: EmbeddedTurns, limitMs: number | null): Dialect =>
  dialectOn(() => guarded(new EmbeddedDriver(turns, limitMs)))

class EmbeddedDriver implements Driver {
  readonly #turns: EmbeddedTurns
  readonly #limitMs: number | null

  constructor(turns: EmbeddedTurns, limitMs: number | null) {
    this.#turns = turns
    this.#limitMs = limitMs
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EmbeddedConnection> {
    const release = await this.#turns.take()
    return new EmbeddedConnection(this.#turns.embedded, this.#limitMs, release)
  }

  async beginTransaction(connection: EmbeddedConnection): Promise<void> {
    connection.begin()
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
  readonly #transaction = new LazyTransaction()
  #timer: NodeJS.Timeout | null = null
  #overdue: TransactionOverdue | null = null

  constructor(embedded: Embedded, limitMs: number | null, release: () => void) {
    this.#embedded = embedded
    this.#limitMs = limitMs
    this.release = release
  }

  begin(): void {
    this.#transaction.begin()
    const limitMs = this.#limitMs
    if (limitMs !== null) this.#timer = setTimeout(() => this.#expire(limitMs), limitMs)
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    this.#stopClock()
    if (this.#overdue !== null) {
      if (how === 'commit') throw this.#overdue
      return
    }
    if (this.#transaction.takeEnd()) await this.#embedded.run([bare(how)])
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!isFlight(query)) {
      const [result] = await this.#send([query], false)
      if (result === undefined) throw new Error('A statement was not answered')
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.affected) }
    }
    const results = await this.#send(query.statements, query.commits)
    const answer: FlightAnswer = {
      rows: results.map(({ rows }) => rows),
      affected: results.map(({ affected }) => BigInt(affected)),
    }
    return answer as QueryResult<unknown> as QueryResult<R>
  }

  async #send(queries: readonly CompiledQuery[], commits: boolean): Promise<readonly Rows[]> {
    if (this.#overdue !== null) throw this.#overdue
    const begin = this.#transaction.takeBegin() ? [bare('begin')] : []
    const statements = queries.map(({ sql: text, parameters: values }) => ({
      text,
      values,
      name: preparedName(text),
    }))
    const commit = commits ? [bare('commit')] : []
    // What commits is under way: it must not be called overdue.
    if (commits) this.#stopClock()
    const results = await this.#embedded.run([...begin, ...statements, ...commit])
    if (commits) this.#transaction.committed()
    return results.slice(begin.length, begin.length + statements.length)
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
