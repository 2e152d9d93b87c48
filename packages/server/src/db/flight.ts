import { CompiledQuery, type QueryResult, type Transaction } from 'kysely'
import type { Database } from './database.ts'

/** Statements that leave together and are answered together. Our drivers know one; Kysely takes it for a single query. */
export interface Flight extends CompiledQuery {
  readonly statements: readonly CompiledQuery[]
  /** The transaction is committed behind the last one, in the same round trip. */
  readonly commits: boolean
}

/** What our drivers answer a flight with: the rows of each statement, and how many it changed where it changes any. */
export interface FlightAnswer extends QueryResult<readonly unknown[]> {
  readonly affected: readonly (bigint | undefined)[]
}

type RowsOf<Rows extends readonly unknown[]> = { readonly [Place in keyof Rows]: readonly Rows[Place][] }
type StatementsOf<Rows extends readonly unknown[]> = {
  readonly [Place in keyof Rows]: CompiledQuery<Rows[Place]>
}

/**
 * Runs statements one after the other in a single round trip, each seeing what those before it did. Answers the rows of
 * each. Where one fails the others behind it fail too, and the first failure is thrown.
 */
export const together = <Rows extends readonly unknown[]>(
  tx: Transaction<Database>,
  ...statements: StatementsOf<Rows>
): Promise<RowsOf<Rows>> => fly<Rows>(tx, statements, false)

/** As `together`, and commits in the same round trip: the last thing that a transaction does. */
export const lastTogether = <Rows extends readonly unknown[]>(
  tx: Transaction<Database>,
  ...statements: StatementsOf<Rows>
): Promise<RowsOf<Rows>> => fly<Rows>(tx, statements, true)

async function fly<Rows extends readonly unknown[]>(
  tx: Transaction<Database>,
  statements: StatementsOf<Rows>,
  commits: boolean,
): Promise<RowsOf<Rows>> {
  const flight: Flight = { ...CompiledQuery.raw('a flight of statements'), statements, commits }
  const { rows } = await tx.executeQuery(flight)
  return rows as readonly unknown[] as RowsOf<Rows>
}

export const isFlight = (query: CompiledQuery): query is Flight => 'statements' in query
