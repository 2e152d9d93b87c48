import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { engines } from '../../test/database.ts'
import { lastTogether, together } from './flight.ts'
import type { OpenDatabase } from './open.ts'
import { statement } from './statement.ts'

const adding = statement<{ id: number }>('test_add', 'insert into flown (id) values ($1::int) returning id')
const counting = statement<{ count: number }>('test_count', 'select count(*)::int as count from flown')

describe.each(engines)('statements that are sent together, on $name', ({ open }) => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open(new TestClock())
    await sql`create table flown (id int primary key)`.execute(database.db)
  })
  beforeEach(() => sql`delete from flown`.execute(database.db))
  afterAll(() => database.close())

  const count = async () => (await counting(database.db, []))[0]?.count

  test('run in their order, each sees what those before it did, and each has its own rows', async () => {
    const answers = await database.db.transaction().execute(async tx => {
      const first = await together(tx, counting.with([]), adding.with([1]), counting.with([]))
      const [[second]] = await together(tx, counting.with([]))
      return [...first, [second]]
    })
    expect(answers).toEqual([[{ count: 0 }], [{ id: 1 }], [{ count: 1 }], [{ count: 1 }]])
    expect(await count()).toBe(1)
  })

  test('the last ones commit, and what is asked next on the connection is outside of the transaction', async () => {
    await database.db.transaction().execute(async tx => {
      const [, [seen]] = await lastTogether(tx, adding.with([1]), counting.with([]))
      expect(seen).toEqual({ count: 1 })
    })
    expect(await count()).toBe(1)
  })

  test.each([
    ['in the middle', [adding.with([1]), adding.with([1]), adding.with([2])]],
    ['at the end', [adding.with([1]), adding.with([2]), adding.with([1])]],
  ])(
    'one that fails %s is what is thrown, and nothing of them stays, though they were to commit',
    async (_where, statements) => {
      for (const send of [together, lastTogether]) {
        const work = database.db.transaction().execute(tx => send(tx, ...statements))
        await expect(work).rejects.toMatchObject({ code: '23505' })
        expect(await count()).toBe(0)
      }
    },
  )

  test('a failure that was caught does not commit what went before it', async () => {
    const work = database.db.transaction().execute(async tx => {
      await together(tx, adding.with([1]))
      await together(tx, adding.with([1])).catch(() => undefined)
      await lastTogether(tx, adding.with([2]))
    })
    await expect(work).rejects.toThrow()
    expect(await count()).toBe(0)
  })

  test('a transaction that did nothing commits nothing and leaves the connection to the next', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, id) =>
        database.db.transaction().execute(async tx => {
          if (id % 2 === 0) await adding(tx, [id])
        }),
      ),
    )
    expect(await count()).toBe(15)
  })
})
