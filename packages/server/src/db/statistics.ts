import { sql } from 'kysely'
import type { Db } from './open.ts'

/** Of a smaller table none are gathered: plans made for it would be kept, and be wrong once it has grown. Bytes. */
const smallest = 64 * 1024

/**
 * Gathers what the planner has to know of the larger tables, as long as that takes (a second or so). PostgreSQL does it by
 * itself some time after a table grew; until then it plans as if every value were rare.
 */
export async function gatherStatistics(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_relation_size(oid) > ${smallest}
    order by relname`.execute(db)
  if (rows.length > 0) await sql`analyze ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db)
}
