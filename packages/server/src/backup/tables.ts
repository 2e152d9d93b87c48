import { sql } from 'kysely'
import type { Reader, Tx } from '../db/write.ts'

/** A table of the schema, without generated columns. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}

interface Column {
  readonly name: string
  /** In SQL. */
  readonly type: string
}

/** Every table, by name. */
export async function tablesOf(reader: Reader): Promise<readonly Table[]> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`.execute(reader)
  const tables = new Map<string, Column[]>()
  for (const { table, column, type } of rows) {
    const columns = tables.get(table) ?? []
    columns.push({ name: column, type })
    tables.set(table, columns)
  }
  return [...tables].map(([name, columns]) => ({ name, columns }))
}

/** Fixes the text form of values, to the microsecond and the last digit, whatever the server's settings are. */
export async function writeExactly(tx: Tx): Promise<void> {
  for (const setting of [
    `timezone to 'UTC'`,
    `datestyle to 'ISO, YMD'`,
    `intervalstyle to 'postgres'`,
    `bytea_output to 'hex'`,
    'extra_float_digits to 1',
  ]) {
    await sql.raw(`set local ${setting}`).execute(tx)
  }
}

/** In PostgreSQL's text form. */
export type Values = readonly (string | null)[]

/** Roughly the characters of rows in memory at a time. */
const heldCharacters = 1_000_000
const mostRows = 5_000

/** A table's rows in portions, of the transaction's snapshot; `distinct`: each one once. */
export async function* rowsOf(
  tx: Tx,
  { name, columns }: Table,
  which: 'all' | 'distinct' = 'all',
): AsyncGenerator<readonly Values[]> {
  const chosen = columns.map((column, place) => sql`${sql.ref(column.name)}::text as ${sql.ref(`c${place}`)}`)
  await sql`declare backup_rows no scroll cursor for select ${sql.raw(which)} ${sql.join(chosen)} from ${sql.table(name)}`.execute(
    tx,
  )
  for (let asked = 50; ; ) {
    const { rows } = await sql<
      Record<string, string | null>
    >`${sql.raw(`fetch ${asked} from backup_rows`)}`.execute(tx)
    if (rows.length > 0) yield rows.map(row => columns.map((_, place) => row[`c${place}`] ?? null))
    if (rows.length < asked) break
    const characters = rows.reduce((sum, row) => sum + lengthOf(row), 0)
    asked = Math.max(1, Math.min(mostRows, Math.floor((heldCharacters * rows.length) / characters)))
  }
  await sql`close backup_rows`.execute(tx)
}

const lengthOf = (row: Readonly<Record<string, string | null>>): number =>
  Object.values(row).reduce((sum, value) => sum + (value?.length ?? 4), 0)

/** Inserts rows in their text form, the values in the order of `columns`. */
export async function addRows(tx: Tx, { name, columns }: Table, rows: readonly Values[]): Promise<void> {
  const names = sql.join(columns.map(column => sql.ref(column.name)))
  const typed = columns.map((column, place) => sql`r.${sql.ref(`c${place}`)}::${sql.raw(column.type)}`)
  const lists = columns.map((_, place) => sql`${rows.map(values => values[place] ?? null)}::text[]`)
  const aliases = columns.map((_, place) => sql.ref(`c${place}`))
  await sql`insert into ${sql.table(name)} (${names}) overriding system value
    select ${sql.join(typed)} from unnest(${sql.join(lists)}) as r (${sql.join(aliases)})`.execute(tx)
}
