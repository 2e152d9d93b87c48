import fs from 'node:fs'
import { sql } from 'kysely'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { openEmbeddedDatabase } from '../packages/server/src/db/open.ts'

/*
 * Writes the tables' types from a freshly migrated schema, so that a column that does not exist fails the type check.
 * With --check it only compares. Run by `npm run db-types`.
 */

const target = new URL('../packages/server/src/db/database.ts', import.meta.url)
const scalar: Readonly<Record<string, string>> = {
  bool: 'boolean',
  float8: 'number',
  int4: 'number',
  int8: 'number',
  text: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
  _text: 'string[]',
}

interface Column {
  table_name: string
  column_name: string
  udt_name: string
  is_nullable: 'YES' | 'NO'
  column_default: string | null
}

/** A column of JSON is read parsed and written as text. */
function typeOf(column: Column): string {
  const nullable = column.is_nullable === 'YES' ? ' | null' : ''
  if (column.udt_name === 'jsonb' || column.udt_name === 'json')
    return `ColumnType<unknown, string${nullable}, string${nullable}>`
  const type = scalar[column.udt_name]
  if (type === undefined)
    throw new Error(`No type for ${column.table_name}.${column.column_name} (${column.udt_name})`)
  return column.column_default === null ? `${type}${nullable}` : `Generated<${type}${nullable}>`
}

const pascal = (name: string): string =>
  name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

function print(columns: readonly Column[]): string {
  const tables = new Map<string, Column[]>()
  for (const column of columns)
    tables.set(column.table_name, [...(tables.get(column.table_name) ?? []), column])
  const bodies = [...tables].map(([table, own]) => {
    const fields = own.map(column => `  ${column.column_name}: ${typeOf(column)}`)
    return `export interface ${pascal(table)}Table {\n${fields.join('\n')}\n}\n`
  })
  const index = [...tables.keys()].map(table => `  ${table}: ${pascal(table)}Table`)
  return [
    '// Made from the migrated schema by `npm run db-types`; not edited by hand.',
    "import type { ColumnType, Generated } from 'kysely'\n",
    ...bodies,
    `export interface Database {\n${index.join('\n')}\n}\n`,
  ].join('\n')
}

const database = await openEmbeddedDatabase(null)
const { db } = database
await migrate(db, new Date())
const { rows } = await sql<Column>`
  select table_name, column_name, udt_name, is_nullable, column_default
  from information_schema.columns
  where table_schema = 'public' and table_name <> 'migrations'
  order by table_name collate "C", ordinal_position`.execute(db)
await database.close()
const text = print(rows)
if (!process.argv.includes('--check')) fs.writeFileSync(target, text)
else if (fs.readFileSync(target, 'utf8') !== text) {
  console.error('packages/server/src/db/database.ts is not what the migrations make: run npm run db-types')
  process.exit(1)
}
