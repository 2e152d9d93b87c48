import type { CompiledQuery, Transaction } from 'kysely'
import type { Database } from './database.ts'

type RowsOf<Rows extends readonly unknown[]> = { readonly [Place in keyof Rows]: readonly Rows[Place][] }
type StatementsOf<Rows extends readonly unknown[]> = {
  readonly [Place in keyof Rows]: CompiledQuery<Rows[Place]>
}

/** Runs statements in order and returns the rows of each. */
export async function together<Rows extends readonly unknown[]>(
  tx: Transaction<Database>,
  ...statements: StatementsOf<Rows>
): Promise<RowsOf<Rows>> {
  const answers: unknown[] = []
  for (const statement of statements) answers.push((await tx.executeQuery(statement)).rows)
  return answers as readonly unknown[] as RowsOf<Rows>
}
