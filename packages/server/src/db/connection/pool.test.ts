import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import type { OpenDatabase } from '../open.ts'
import { statement } from './statement.ts'

const putting = statement<{ id: number }>('test_put', 'insert into put (id) values ($1::int) returning id')
const counting = statement<{ count: number }>('test_count', 'select count(*)::int as count from put')

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`create table put (id int primary key)`.execute(database.db)
})
beforeEach(() => sql`delete from put`.execute(database.db))
afterAll(() => database.close())

const count = async () => (await counting(database.db, []))[0]?.count

test('a transaction does not commit after a failure that was caught', async () => {
  const work = database.db.transaction().execute(async tx => {
    await putting(tx, [1])
    await putting(tx, [1]).catch(() => undefined)
  })
  await expect(work).rejects.toMatchObject({ name: 'NotCommitted' })
  expect(await count()).toBe(0)
})

test('a statement that failed can be run again on the same connection', async () => {
  // This pool has a single connection.
  const { longRunningDb } = database
  for (const id of [1, 2]) {
    const failing = longRunningDb.transaction().execute(async tx => {
      await putting(tx, [id])
      await putting(tx, [id])
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await putting(longRunningDb, [id])).toEqual([{ id }])
  }
})

test('a connection keeps a statement prepared under its name', async () => {
  const { longRunningDb } = database
  await putting(longRunningDb, [3])
  const { rows } = await sql`
    select name from pg_prepared_statements where name like 'test%'`.execute(longRunningDb)
  expect(rows).toEqual([{ name: 'test_put' }])
})

test('values come back as they were written', async () => {
  const at = new Date('2026-03-01T10:20:30.456Z')
  const texts = ['plain', '', 'NULL', 'a,b', '{"}', 'back\\slash', 'quote"', null, 'é🙂']
  const { rows } =
    await sql`select ${at}::timestamptz as at, ${texts}::text[] as texts, ${[1, null, -3]}::int[] as numbers,
    ${[at]}::timestamptz[] as times, ${JSON.stringify({ a: [1, '"'] })}::jsonb as json, ${{ b: 2 }}::jsonb as object,
    ${Buffer.from([0, 92, 255])}::bytea as bytes, ${9_007_199_254_740_991}::int8 as id, ${true}::boolean as yes,
    ${null}::text as nothing, ${1.5}::float8 as half`.execute(database.db)
  expect(rows).toEqual([
    {
      at,
      texts,
      numbers: [1, null, -3],
      times: [at],
      json: { a: [1, '"'] },
      object: { b: 2 },
      bytes: Buffer.from([0, 92, 255]),
      id: 9_007_199_254_740_991,
      yes: true,
      nothing: null,
      half: 1.5,
    },
  ])
})
