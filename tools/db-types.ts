import { generate, PostgresDialect } from 'kysely-codegen'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { openPostgresDatabase } from '../packages/server/src/db/open.ts'
import { startPostgres } from './postgres.mjs'
import { writeOrCheck } from './steps/made-file.mjs'

/*
 * Writes the tables' types from a freshly migrated schema, so that a column that does not exist fails the type check.
 * With --check it only compares. Run by `npm run db-types`.
 */

/** JSON is read parsed and written as text. */
const json = 'ColumnType<unknown, string, string>'

const postgres = await startPostgres()
const database = await openPostgresDatabase(postgres.url, 1)
await migrate(database.longRunningDb)
const generated = await generate({
  db: database.db,
  dialect: new PostgresDialect(),
  outFile: null,
  singularize: { '/$/': '_table' },
  typeMapping: { int8: 'number', timestamptz: 'Date', json, jsonb: json, tsvector: 'string' },
})
await database.close()
await postgres.stop()

const text = generated.replace('export interface DB {', 'export interface Database {')
writeOrCheck('packages/server/src/db/database.ts', text, 'db-types')
