import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { engines } from '../../test/database.ts'
import { together } from './flight.ts'
import type { OpenDatabase } from './open.ts'
import { postgresText } from './postgres-values.ts'
import { statement } from './statement.ts'

const putting = statement<{ id: number }>('test_put', 'insert into put (id) values ($1::int) returning id')
const latest = statement<{ id: unknown }>('test_latest', 'select max(id) as id from put')

let database: OpenDatabase
beforeAll(async () => {
  const postgres = engines.find(({ name }) => name === 'postgres')
  if (postgres === undefined) throw new Error('There is no PostgreSQL')
  database = await postgres.open(new TestClock())
  await sql`create table put (id int primary key)`.execute(database.db)
})
afterAll(() => database.close())

test('statements that went along with one that failed can be asked on the same connection again', async () => {
  // This one has a single connection.
  const { unhurried } = database
  for (let round = 0; round < 2; round += 1) {
    const failing = unhurried
      .transaction()
      .execute(tx => together(tx, putting.with([1]), putting.with([1]), latest.with([])))
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await latest(unhurried, [])).toEqual([{ id: round === 0 ? null : 10 }])
    expect(await putting(unhurried, [10 + round])).toEqual([{ id: 10 + round }])
    await sql`delete from put where id > 10`.execute(unhurried)
  }
})

test('a kept statement whose columns were changed under it fails once, and is then prepared anew', async () => {
  const { unhurried } = database
  await sql`insert into put (id) values (20)`.execute(unhurried)
  expect(await latest(unhurried, [])).toEqual([{ id: 20 }])
  await sql`alter table put alter column id type text`.execute(unhurried)
  await expect(latest(unhurried, [])).rejects.toMatchObject({ code: '0A000' })
  expect(await latest(unhurried, [])).toEqual([{ id: '20' }])
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

test.each([
  [
    'nested arrays',
    [
      [1, 2],
      [3, null],
    ],
    '{{1,2},{3,NULL}}',
  ],
  ['bytes in an array', [Buffer.from([1, 255])], String.raw`{"\\x01ff"}`],
  ['bytes of another kind', new Uint8Array([1, 2]), Buffer.from([1, 2])],
  ['a large integer', 12_345_678_901_234_567_890n, '12345678901234567890'],
  ['what is not there', undefined, null],
])('%s', (_, value, written) => {
  expect(postgresText(value)).toEqual(written)
})

test('a date that is none is refused before anything is sent, and the connection goes on', async () => {
  const { unhurried } = database
  await expect(sql`select ${new Date('never')}::timestamptz`.execute(unhurried)).rejects.toThrow(RangeError)
  expect((await sql`select ${1}::int as one`.execute(unhurried)).rows).toEqual([{ one: 1 }])
})
