import type { Database } from '@parley/server/db/database'
import type { Tx, Writer } from '@parley/server/db/write'
import { type Selectable, sql } from 'kysely'

/** A row as the database returns it; an omitted column takes its default. */
export type Row<T extends keyof Database> = Partial<Selectable<Database[T]>>

const rowsPerStatement = 500

/**
 * Inserts many rows, some hundreds per statement, as one JSON parameter. That is several times faster than a parameter for each
 * value. All rows must have the columns of the first.
 */
export async function insertRows<T extends keyof Database>(
  tx: Tx,
  table: T,
  rows: readonly Row<T>[],
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map(column => sql.ref(column)))
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const json = JSON.stringify(rows.slice(start, start + rowsPerStatement))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::text::jsonb)`.execute(
      tx,
    )
  }
}

/** The tables that conversations fill, ordered so that referenced rows come first. */
export const tables = [
  'customers',
  'conversations',
  'issues',
  'messages',
  'attachments',
  'message_attachments',
  'attempts',
  'marks',
  'tickets',
  'ticket_notes',
  'ticket_changes',
  'applications',
  'application_forms',
  'application_status_changes',
  'application_flag_changes',
  'application_notes',
  'application_documents',
  'ratings',
] as const

/** The rows of some conversations, by table. */
export type Rows = { readonly [T in (typeof tables)[number]]: Row<T>[] }

export const noRows = (): Rows => Object.fromEntries(tables.map(table => [table, []])) as unknown as Rows

export async function insertAll(tx: Tx, rows: Rows): Promise<void> {
  for (const table of tables) await insertRows(tx, table, rows[table])
}

/** This many new ids, ascending. */
export async function takeIds(tx: Tx, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{
    id: number
  }>`select nextval('ids') as id from generate_series(1, ${count}::int)`.execute(tx)
  return rows.map(row => row.id)
}

/** Whether the database has any agent. If so, it is a real workspace and gets no demo. */
export const hasAgents = async (reader: Tx | Writer['db']): Promise<boolean> =>
  (await reader.selectFrom('agents').select('id').limit(1).executeTakeFirst()) !== undefined
