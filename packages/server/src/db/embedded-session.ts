import { type PGlite, parse, protocol } from '@electric-sql/pglite'

/** One statement with values, or a script of several without. `name`: it is kept prepared under it. */
export interface AskedStatement {
  readonly text: string
  readonly values: readonly unknown[] | null
  readonly name?: string | undefined
}

/** What a statement answers. */
export interface Rows {
  readonly rows: readonly Record<string, unknown>[]
  readonly affected: number
}

interface Named {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name: string
}

const isNamed = (one: AskedStatement): one is Named => one.name !== undefined && one.values !== null

const { serialize } = protocol

/**
 * The embedded database's one session. Its own `query` enters the database six times for a statement and plans it anew;
 * named statements are planned once, and those that stand beside each other enter together.
 */
export class EmbeddedSession {
  readonly #db: PGlite
  /** The types of its values, by the name of each statement that is prepared. */
  readonly #types = new Map<string, readonly number[]>()

  constructor(db: PGlite) {
    this.#db = db
  }

  /** One after the other, up to the first that fails. @throws the database's error */
  async run(statements: readonly AskedStatement[]): Promise<readonly Rows[]> {
    const results: Rows[] = []
    let place = 0
    for (let one = statements[place]; one !== undefined; one = statements[place]) {
      if (isNamed(one)) {
        const flight: Named[] = []
        for (let next = statements[place]; next !== undefined && isNamed(next); next = statements[place]) {
          flight.push(next)
          place += 1
        }
        results.push(...(await this.#fly(flight)))
      } else {
        results.push(await this.#runAlone(one))
        place += 1
      }
    }
    return results
  }

  async #runAlone({ text, values }: AskedStatement): Promise<Rows> {
    if (values === null) {
      await this.#db.exec(text)
      return { rows: [], affected: 0 }
    }
    const { rows, affectedRows } = await this.#db.query<Record<string, unknown>>(text, [...values])
    return { rows, affected: affectedRows ?? 0 }
  }

  async #fly(flight: readonly Named[]): Promise<readonly Rows[]> {
    const parts: Uint8Array[] = []
    for (const { name, text, values } of flight) {
      const types = this.#types.get(name) ?? (await this.#prepare(name, text))
      const written = values.map((value, place) => this.#written(value, types[place] ?? 0))
      parts.push(
        serialize.bind({ statement: name, values: written }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
      )
    }
    const { messages } = await this.#db.execProtocol(Buffer.concat([...parts, serialize.sync()]))
    const results = parse.parseResults(messages, this.#db.parsers)
    const committed = flight.findIndex(({ text }) => text === 'commit')
    // A COMMIT behind a statement that failed is answered so, and with no error.
    if (results[committed]?.command === 'ROLLBACK') {
      throw new Error('The transaction was rolled back at its commit')
    }
    return results.map(({ rows, rowCount }) => ({
      rows: rows as Record<string, unknown>[],
      affected: rowCount ?? 0,
    }))
  }

  async #prepare(name: string, text: string): Promise<readonly number[]> {
    const asked = [serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync()]
    const { messages } = await this.#db.execProtocol(Buffer.concat(asked))
    const types = parse.parseDescribeStatementResults(messages)
    this.#types.set(name, types)
    return types
  }

  #written(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null
    const serializer = this.#db.serializers[type]
    if (serializer !== undefined) return serializer(value)
    if (typeof value === 'string' || typeof value === 'number') return `${value}`
    throw new TypeError(`A value of type ${type} must be given as text`)
  }
}
