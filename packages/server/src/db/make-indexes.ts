import { sql } from 'kysely'
import { type Migration, statements } from './migration-files.ts'
import type { Db } from './open.ts'

const making = /^create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s+on\s/i
const dropping = /^drop\s+index\s+concurrently\s+if\s+exists\s+\w+$/i

/**
 * Runs a migration that is marked `-- concurrently`: its indexes are made and dropped while others write. It may be cut
 * off anywhere and run again: an index that is whole stays, and the invalid one that a cut leaves behind is made anew.
 * @throws Error for a statement that could not be run twice
 */
export async function makeIndexes(db: Db, file: Migration): Promise<void> {
  const steps = statements(file.text)
  const wrong = steps.find(step => !making.test(step) && !dropping.test(step))
  if (wrong !== undefined) {
    throw new Error(
      `${file.name} is marked "-- concurrently", so it may only hold "create [unique] index concurrently NAME on …" ` +
        `and "drop index concurrently if exists NAME", each of which can be run again. Move this to a file of its own: ${wrong}`,
    )
  }
  for (const step of steps) {
    const name = making.exec(step)?.[1]
    if (name !== undefined) {
      const isValid = await validityOf(db, name)
      if (isValid === true) continue
      if (isValid === false) await sql`drop index concurrently ${sql.ref(name)}`.execute(db)
    }
    await sql.raw(step).execute(db)
  }
}

/** Undefined where there is no such index. */
async function validityOf(db: Db, name: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db)
  return rows[0]?.valid
}
