import type { Duplex } from 'node:stream'
import pg from 'pg'
import { columnReader, postgresText } from './postgres-values.ts'

/** A statement of one flight. One without a name is parsed anew each time. */
export interface FlightStatement {
  readonly text: string
  readonly name: string | undefined
  readonly values: readonly unknown[]
}

/** What a statement was answered with. */
export interface FlightResult {
  /** The first word of PostgreSQL's answer: SELECT, INSERT, COMMIT … */
  readonly command: string
  /** Rows that it gave or changed; 0 where that has no meaning. */
  readonly count: number
  readonly rows: Record<string, unknown>[]
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

interface Column {
  readonly name: string
  readonly read: (text: string) => unknown
}

/** What `pg` gives a query of another's making to write with. Its types name few of these. */
interface Wire {
  readonly stream: Duplex
  parse(asked: { text: string; name: string }): void
  bind(asked: { statement: string; values: readonly unknown[] }): void
  describe(asked: { type: 'P' }): void
  execute(asked: object): void
  close(asked: { type: 'S'; name: string }): void
  sync(): void
}

/** What one connection keeps prepared, by name: the columns of its answer, null for one that gives no rows. */
export class PreparedStatements {
  readonly #columns = new Map<string, readonly Column[] | null>()
  /** They were sent along with something that failed: PostgreSQL may have them or not. */
  readonly #unsure = new Set<string>()

  has(name: string): boolean {
    return this.#columns.has(name)
  }

  isUnsure(name: string): boolean {
    return this.#unsure.has(name)
  }

  columnsOf(name: string): readonly Column[] | null {
    return this.#columns.get(name) ?? null
  }

  keep(name: string, columns: readonly Column[] | null): void {
    this.#unsure.delete(name)
    this.#columns.set(name, columns)
  }

  doubt(name: string): void {
    this.#columns.delete(name)
    this.#unsure.add(name)
  }
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let place = 0; place < columns.length; place += 1) {
    const column = columns[place] as Column
    const text = fields[place] ?? null
    row[column.name] = text === null ? null : column.read(text)
  }
  return row
}

/** A result that is coming in. */
class Arriving {
  columns: readonly Column[] | null
  readonly rows: Record<string, unknown>[] = []
  command = ''
  count = 0

  constructor(columns: readonly Column[] | null) {
    this.columns = columns
  }
}

/**
 * Statements that go to PostgreSQL in one write behind each other and are answered in one read: there is one Sync, at their
 * end, where `pg` has one behind each statement. After the first that fails PostgreSQL skips the rest. A statement that the
 * connection keeps prepared is not described again.
 */
export class PostgresFlight implements pg.Submittable {
  /** One result for each statement. Rejects with the first failure. */
  readonly answered: Promise<readonly FlightResult[]>
  readonly #statements: readonly FlightStatement[]
  readonly #values: readonly (readonly unknown[])[]
  readonly #prepared: PreparedStatements
  readonly #results: Arriving[] = []
  #place = 0
  #isOver = false
  #resolve: (results: readonly FlightResult[]) => void = () => undefined
  #reject: (reason: unknown) => void = () => undefined

  /** @throws when a value cannot be written as PostgreSQL reads it, before anything is sent */
  constructor(statements: readonly FlightStatement[], prepared: PreparedStatements) {
    this.#statements = statements
    this.#values = statements.map(({ values }) => values.map(postgresText))
    this.#prepared = prepared
    this.answered = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: unknown): null {
    const wire = connection as Wire
    const parsed = new Set<string>()
    wire.stream.cork()
    for (const [place, { text, name }] of this.#statements.entries()) {
      const isKept = name !== undefined && this.#prepared.has(name)
      if (!isKept && (name === undefined || !parsed.has(name))) {
        if (name !== undefined && this.#prepared.isUnsure(name)) wire.close({ type: 'S', name })
        wire.parse({ text, name: name ?? '' })
        if (name !== undefined) parsed.add(name)
      }
      wire.bind({ statement: name ?? '', values: this.#values[place] ?? [] })
      if (!isKept) wire.describe({ type: 'P' })
      wire.execute({})
      this.#results.push(new Arriving(isKept ? this.#prepared.columnsOf(name) : null))
    }
    wire.sync()
    wire.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, read: columnReader(dataTypeID) }))
    this.#current().columns = columns
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#isOver) return
    const { columns, rows } = this.#current()
    try {
      rows.push(rowOf(columns ?? [], fields))
    } catch (reason) {
      this.handleError(reason)
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const words = text.split(' ')
    const result = this.#current()
    result.command = words[0] ?? ''
    result.count = Number(words.at(-1)) || 0
    this.#place += 1
  }

  handleEmptyQuery(): void {
    this.#place += 1
  }

  handlePortalSuspended(): void {
    this.handleError(new Error('A statement was answered in part'))
  }

  handleCopyInResponse(): void {
    this.handleError(new Error('A statement asks for a copy'))
  }

  /** Also called when the connection is lost. */
  handleError(reason: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const { name } of this.#statements) if (name !== undefined) this.#prepared.doubt(name)
    this.#reject(reason)
  }

  handleReadyForQuery(): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const [place, { name }] of this.#statements.entries()) {
      if (name !== undefined) this.#prepared.keep(name, this.#results[place]?.columns ?? null)
    }
    this.#resolve(this.#results)
  }

  #current(): Arriving {
    const result = this.#results[this.#place]
    if (result === undefined) throw new Error('PostgreSQL answers more than it was asked')
    return result
  }
}
