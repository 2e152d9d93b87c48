import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely'
import type { Database } from './database.ts'
import { dialectOn } from './dialect.ts'
import { type Flight, isFlight } from './flight.ts'
import type { Db } from './open.ts'

/**
 * For reads that need nothing of each other: those that are asked for in the same moment leave in one flight, on one
 * connection and in one round trip, one after the other. Which is first is not said. No transaction can be begun on it.
 */
export const gathered = (db: Db): Db =>
  new Kysely<Database>({ dialect: dialectOn(() => new GatheringDriver(db)) })

interface Asked {
  readonly query: CompiledQuery
  readonly resolve: (answer: Promise<QueryResult<unknown>> | QueryResult<unknown>) => void
}

class GatheringDriver implements Driver, DatabaseConnection {
  readonly #db: Db
  #asked: Asked[] = []

  constructor(db: Db) {
    this.#db = db
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (isFlight(query)) throw new Error('Reads alone are gathered')
    return new Promise(resolve => {
      // Whoever asks in this moment does so before the next turn of the event loop.
      if (this.#asked.length === 0) setImmediate(() => void this.#send())
      this.#asked.push({ query, resolve: resolve as Asked['resolve'] })
    })
  }

  async #send(): Promise<void> {
    const asked = this.#asked
    this.#asked = []
    const [first] = asked
    if (asked.length === 1 && first !== undefined) return first.resolve(this.#db.executeQuery(first.query))
    const flight: Flight = {
      ...CompiledQuery.raw('reads of one moment'),
      statements: asked.map(({ query }) => query),
      commits: false,
    }
    try {
      const { rows } = await this.#db.executeQuery(flight)
      for (const [place, { resolve }] of asked.entries()) resolve({ rows: rows[place] as unknown[] })
    } catch {
      // Each hears what is wrong with it from a try of its own, and the others have their answers.
      for (const { query, resolve } of asked) resolve(this.#db.executeQuery(query))
    }
  }

  async beginTransaction(): Promise<void> {
    throw new Error('Reads alone are gathered')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed')
  }
}
