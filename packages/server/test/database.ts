import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type OpenDatabase, openPostgresDatabase, type Patience } from '../src/db/open.ts'
import type { Writer } from '../src/db/write.ts'
import type { TestClock } from './clock.ts'

/** A writer on this database and clock. `notifiedSeqs` collects its notifications. */
export function testWriter(database: OpenDatabase, clock: TestClock): Writer & { readonly notifiedSeqs: number[] } {
  const notifiedSeqs: number[] = []
  return {
    db: database.db,
    now: clock.now,
    notify: seq => notifiedSeqs.push(seq),
    notifiedSeqs,
  }
}

/** A new database on the run's PostgreSQL, migrated and without rows; `close` removes it. */
export const openTestDatabase = (): Promise<OpenDatabase> => openOwn(inject('postgresTemplate'))

/** The same with other time limits and, if given, another address than that of the run's PostgreSQL. */
export const openTestDatabaseBy = (patience: Patience, address?: string): Promise<OpenDatabase> =>
  openOwn(inject('postgresTemplate'), 5, patience, address)

/** The same without the schema, as before a first start. */
export const openEmptyDatabase = (): Promise<OpenDatabase> => openOwn('template0')

/**
 * @param template the database to copy
 * @param poolSize the maximum of concurrent statements
 */
async function openOwn(
  template: string,
  poolSize = 5,
  patience?: Patience,
  address = inject('postgresUrl'),
): Promise<OpenDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(address)
  url.pathname = `/${name}`
  const database = await openPostgresDatabase(url.href, poolSize, patience)
  return {
    ...database,
    close: async () => {
      await database.close()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
