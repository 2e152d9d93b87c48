import { sql } from 'kysely'
import type { Db } from '../../src/db/open.ts'

/** The content of all tables, as one text. */
export async function everything(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  // Presence, and data derived from the event log (roll-ups, search words of messages), changes on its own.
  const still = rows.filter(({ name }) => !/^(presence$|report_|search_|message_words$)/.test(name))
  const sums = still.map(async ({ name }) => {
    const sum = await sql<{ sum: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(name)} t`.execute(db)
    return `${name} ${sum.rows[0]?.sum ?? 'empty'}`
  })
  return (await Promise.all(sums)).join('\n')
}
