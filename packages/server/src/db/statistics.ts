import { sql } from 'kysely'
import type { Db } from './open.ts'

/** Bytes. Smaller tables are skipped: their plans would be kept, and be wrong once the table has grown. */
const smallest = 64 * 1024

/**
 * Updates the planner's statistics of the larger tables, which takes a second or so. PostgreSQL does this by itself some time
 * after a table has grown. Until then it plans as if every value were rare.
 */
export async function gatherStatistics(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_relation_size(oid) > ${smallest}
    order by relname`.execute(db)
  if (rows.length > 0) await sql`analyze ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db)
}
