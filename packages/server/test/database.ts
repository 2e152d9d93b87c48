import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { type OpenDatabase, openEmbeddedDatabase, openPostgresDatabase } from '../src/db/open.ts'
import type { Writer } from '../src/db/write.ts'
import type { TestClock } from './clock.ts'

/** One of the two databases that Parley runs on; `open` gives a new one, migrated and empty, that `close` removes. */
interface Engine {
  readonly name: 'embedded' | 'postgres'
  readonly open: (clock: TestClock) => Promise<OpenDatabase>
}

const both: readonly Engine[] = [
  { name: 'embedded', open: clock => migrated(openOwnEmbedded(), clock) },
  { name: 'postgres', open: clock => migrated(openOwnPostgres(), clock) },
]

/**
 * For `describe.each(engines)('… on $name', ({ open }) => …)`: open in beforeAll, close in afterAll. TEST_ENGINE names the
 * only one, where the same test runs thousands of times.
 */
export const engines = both.filter(({ name }) => name === (process.env['TEST_ENGINE'] ?? name))

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

/** Both begin with the schema; that it is the newest is asked all the same. */
async function migrated(opening: Promise<OpenDatabase>, clock: TestClock): Promise<OpenDatabase> {
  const database = await opening
  await migrate(database.unhurried, clock.now())
  return database
}

/** Node.js has it; the types of the language alone do not. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

/**
 * The embedded database's machine code belongs to the process: while somebody holds it, every further one starts with it,
 * already optimised. Without this each is compiled anew, and its statements cost three times the processor.
 */
const engineCode = WebAssembly.compile(
  fs.readFileSync(
    path.join(path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm'),
  ),
)

async function openOwnEmbedded(): Promise<OpenDatabase> {
  await engineCode
  return openEmbeddedDatabase(null, inject('migratedImage'), undefined, inject('embeddedWorker'))
}

/** Every test file has a database of its own on the run's PostgreSQL. */
async function openOwnPostgres(): Promise<OpenDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name} template ${inject('postgresTemplate')}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openPostgresDatabase(url.href, 5)
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
