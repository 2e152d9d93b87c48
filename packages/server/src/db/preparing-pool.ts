import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { preparedName } from './statement.ts'

/** A pool whose connections keep our named statements prepared. */
export function preparing(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PreparingClient>()
  return {
    connect: async () => {
      const client = await pool.connect()
      // Kysely knows a connection again by its client.
      const known = clients.get(client) ?? new PreparingClient(client)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    text: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('Rows are not streamed')
    const name = preparedName(text)
    const query = { text, values: [...values], ...(name !== undefined && { name }) }
    return this.#client.query(query) as Promise<unknown> as Promise<PostgresQueryResult<R>>
  }

  release(): void {
    this.#client.release()
  }
}
