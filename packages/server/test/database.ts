import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type OpenDatabase, openPostgresDatabase } from '../src/db/open.ts'
import type { Writer } from '../src/db/write.ts'
import type { TestClock } from './clock.ts'

/** A writer on this database and clock. Its nudges are collected in `nudges`. */
export function testWriter(database: OpenDatabase, clock: TestClock): Writer & { readonly nudges: number[] } {
  const nudges: number[] = []
  return {
    db: database.db,
    now: clock.now,
    nudge: seq => nudges.push(seq),
    nudges,
  }
}

/** A new database on the run's PostgreSQL, migrated and without rows; `close` removes it. */
export const openTestDatabase = (): Promise<OpenDatabase> => openOwn(inject('postgresTemplate'))

/** The same without the schema, as before a first start. */
export const openEmptyDatabase = (): Promise<OpenDatabase> => openOwn('template0')

/**
 * @param template whose copy it is
 * @param poolSize how many statements run at once
 */
async function openOwn(template: string, poolSize = 5): Promise<OpenDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openPostgresDatabase(url.href, poolSize)
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
