import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { engines } from '../../test/database.ts'
import { gathered } from './gathered.ts'
import type { OpenDatabase } from './open.ts'
import { statement } from './statement.ts'

/** Statements that reach the database without a Sync between them are of one transaction. */
const transaction = statement<{ id: string }>(
  'test_transaction',
  'select pg_current_xact_id()::text as id, $1::int as n',
)
const dividing = statement<{ part: number }>('test_divide', 'select 1 / $1::int as part')

describe.each(engines)('reads that are gathered, on $name', ({ open }) => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open(new TestClock())
  })
  afterAll(() => database.close())

  test('those of one moment leave together, later ones by themselves, and each has its own answer', async () => {
    const reader = gathered(database.db)
    const ask = (n: number) => transaction(reader, [n])
    const [[first], [second], { rows }] = await Promise.all([
      ask(1),
      ask(2),
      sql<{ n: number }>`select ${3}::int as n`.execute(reader),
    ])
    expect([first, second, ...rows]).toMatchObject([{ n: 1 }, { n: 2 }, { n: 3 }])
    expect(second?.id).toBe(first?.id)
    const [third] = await ask(4)
    expect(third?.id).not.toBe(first?.id)
  })

  test('one that fails is told what was wrong with it, and the others have their answers', async () => {
    const reader = gathered(database.db)
    const asked = [dividing(reader, [1]), dividing(reader, [0]), dividing(reader, [-1])]
    expect(await Promise.allSettled(asked)).toMatchObject([
      { value: [{ part: 1 }] },
      { status: 'rejected', reason: { code: '22012' } },
      { value: [{ part: -1 }] },
    ])
  })

  test('no transaction is begun on it', async () => {
    const work = gathered(database.db)
      .transaction()
      .execute(tx => dividing(tx, [1]))
    await expect(work).rejects.toThrow('Reads alone are gathered')
  })
})
