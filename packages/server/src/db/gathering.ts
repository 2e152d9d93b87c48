import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { type Flight, type FlightAnswer, isFlight } from './flight.ts'
import type { Reader } from './write.ts'

/** A statement, or a flight of some, that waits to leave with the others of its moment. */
export interface Asked {
  readonly query: CompiledQuery
  readonly resolve: (answer: Promise<QueryResult<unknown>> | QueryResult<unknown>) => void
  readonly reject: (error: unknown) => void
}

/**
 * A connection on which what is asked for in the same moment leaves in one flight, one after the other in the order in which
 * it was asked. What becomes of them where one fails is said by who uses it.
 */
export abstract class GatheringDriver implements Driver, DatabaseConnection {
  readonly #below: Reader
  #asked: Asked[] = []

  constructor(below: Reader) {
    this.#below = below
  }

  protected abstract failed(asked: readonly Asked[], error: unknown): void

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (isFlight(query) && query.commits) throw new Error('What is gathered does not commit')
    return new Promise((resolve, reject) => {
      // Whoever asks in this moment does so before the next turn of the event loop.
      if (this.#asked.length === 0) setImmediate(() => void this.#send())
      this.#asked.push({ query, resolve: resolve as Asked['resolve'], reject })
    })
  }

  async #send(): Promise<void> {
    const asked = this.#asked
    this.#asked = []
    const [first] = asked
    if (asked.length === 1 && first !== undefined) return first.resolve(this.#below.executeQuery(first.query))
    const flight: Flight = {
      ...CompiledQuery.raw('what was asked in one moment'),
      statements: asked.flatMap(({ query }) => statementsOf(query)),
      commits: false,
    }
    try {
      answer(asked, (await this.#below.executeQuery(flight)) as FlightAnswer)
    } catch (error) {
      this.failed(asked, error)
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this
  }

  async beginTransaction(): Promise<void> {}

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are not streamed')
  }
}

const statementsOf = (query: CompiledQuery): readonly CompiledQuery[] =>
  isFlight(query) ? query.statements : [query]

/** Gives each of those who asked what came back for their statements. */
function answer(asked: readonly Asked[], { rows, affected }: FlightAnswer): void {
  let place = 0
  for (const { query, resolve } of asked) {
    const end = place + statementsOf(query).length
    const [own = [], count] = [rows[place], affected[place]]
    if (isFlight(query)) {
      const all: FlightAnswer = { rows: rows.slice(place, end), affected: affected.slice(place, end) }
      resolve(all)
    } else resolve({ rows: [...own], ...(count !== undefined && { numAffectedRows: count }) })
    place = end
  }
}
