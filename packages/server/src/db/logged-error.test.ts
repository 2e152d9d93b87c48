import { Writable } from 'node:stream'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { loggedError } from './logged-error.ts'
import type { OpenDatabase } from './open.ts'

/** The line that the server's log writes for an error. */
function lineOf(error: unknown): { readonly text: string; readonly err: Readonly<Record<string, unknown>> } {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  pino({ base: null, timestamp: false, serializers: { err: loggedError } }, sink).error(
    { err: error },
    'failed',
  )
  const text = lines.join('')
  return { text, err: (JSON.parse(text) as { err: Readonly<Record<string, unknown>> }).err }
}

describe('an error of the database in a log line', () => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
    await sql`insert into customers (wa_id, name, created_at) values ('256700000001', 'x', now())`.execute(
      database.db,
    )
  })
  afterAll(() => database.close())

  test.each([
    {
      name: 'a row that is there already',
      wrong: sql`insert into customers (wa_id, name, created_at) values ('256700000001', 'Namulindwa', now())`,
      kept: { code: '23505', constraint: 'customers_wa_id_key', table: 'customers' },
    },
    {
      name: 'a row without what it needs',
      wrong: sql`insert into customers (wa_id, name) values ('256700000009', 'Namulindwa')`,
      kept: { code: '23502', table: 'customers', column: 'created_at' },
    },
    {
      name: 'a word where a number belongs, which the message itself quotes',
      wrong: sql`select ${'Namulindwa 256700000001'}::text::bigint`,
      kept: { code: '22P02' },
    },
  ])('says of $name what and where, and never what is in the row', async ({ wrong, kept }) => {
    const error: unknown = await wrong.execute(database.db).catch((thrown: unknown) => thrown)
    for (const thrown of [
      error,
      new Error('It failed', { cause: error }),
      new AggregateError([new Error('x'), error]),
    ]) {
      const { text, err } = lineOf(thrown)
      expect(err).toMatchObject({ type: 'DatabaseError', ...kept })
      expect(err['stack']).toMatch(/^\s+at /)
      expect(text).not.toMatch(/Namulindwa|2567/)
    }
  })
})

test('every other error is logged whole', () => {
  const { err } = lineOf(new TypeError('x is not a function'))
  expect(err).toMatchObject({ type: 'TypeError', message: 'x is not a function' })
})
