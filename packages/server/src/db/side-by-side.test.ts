import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { engines } from '../../test/database.ts'
import { together } from './flight.ts'
import type { OpenDatabase } from './open.ts'
import { sideBySide } from './side-by-side.ts'
import { statement } from './statement.ts'
import type { Tx } from './write.ts'

const adding = statement<{ id: number }>(
  'test_beside',
  'insert into beside (id) values ($1::int) returning id',
)
const counting = statement<{ count: number }>(
  'test_beside_count',
  'select count(*)::int as count from beside',
)
const itself = (id: number) => id

/** Hears how often a transaction goes to the database. */
function counted(tx: Tx): { readonly tx: Tx; readonly ways: () => number } {
  let ways = 0
  const heard = new Proxy(tx, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name !== 'executeQuery') return value.bind(target)
      return (query: CompiledQuery) => {
        ways += 1
        return target.executeQuery(query)
      }
    },
  })
  return { tx: heard, ways: () => ways }
}

describe.each(engines)('work that is done side by side, on $name', ({ open }) => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open(new TestClock())
    await sql`create table beside (id int primary key)`.execute(database.db)
  })
  beforeEach(() => sql`delete from beside`.execute(database.db))
  afterAll(() => database.close())

  const inTransaction = <R>(work: (tx: Tx) => Promise<R>) => database.db.transaction().execute(work)
  const count = async () => (await counting(database.db, []))[0]?.count

  test('each has its own answers, of statements, of flights and of what was changed, in the order of the items', async () => {
    const answers = await inTransaction(tx =>
      sideBySide(tx, [30, 10, 20], itself, async (shared, id) => {
        const [added] = await adding(shared, [id])
        const [[all], [again]] = await together(shared, counting.with([]), adding.with([id + 1]))
        const { numAffectedRows } =
          await sql`delete from beside where id between ${id} and ${id + 1}`.execute(shared)
        return { added, all, again, deleted: numAffectedRows }
      }),
    )
    expect(answers).toEqual([
      { added: { id: 30 }, all: { count: 3 }, again: { id: 31 }, deleted: 2n },
      { added: { id: 10 }, all: { count: 4 }, again: { id: 11 }, deleted: 2n },
      { added: { id: 20 }, all: { count: 5 }, again: { id: 21 }, deleted: 2n },
    ])
    expect(await count()).toBe(0)
  })

  test('many take as few ways to the database as one does', async () => {
    const waysOf = (ids: readonly number[]) =>
      inTransaction(async tx => {
        const heard = counted(tx)
        await sideBySide(heard.tx, ids, itself, async (shared, id) => {
          await shared.executeQuery(adding.with([id]))
          await together(shared, counting.with([]), counting.with([]))
          await shared.executeQuery(counting.with([]))
        })
        return heard.ways()
      })
    expect(await waysOf([1])).toBe(3)
    expect(await waysOf([2, 3, 4, 5, 6])).toBe(3)
    expect(await count()).toBe(6)
  })

  test('those of one kin come one after the other, and the others do not wait for them', async () => {
    const told: string[] = []
    await inTransaction(tx =>
      sideBySide(
        tx,
        ['a1', 'a2', 'b1', 'a3'],
        name => name[0],
        async (shared, name) => {
          told.push(`${name} begins`)
          await counting(shared, [])
          told.push(`${name} ends`)
        },
      ),
    )
    const of = (kin: string) => told.filter(line => line.startsWith(kin))
    expect(of('a')).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends', 'a3 begins', 'a3 ends'])
    expect(told.indexOf('b1 ends')).toBeLessThan(told.indexOf('a2 ends'))
  })

  test.each([
    ['a statement', (shared: Tx) => adding(shared, [1]), { code: '23505' }],
    [
      'the work itself',
      async () => Promise.reject(new Error('it cannot be done')),
      { message: 'it cannot be done' },
    ],
  ])(
    'where %s fails that is what is thrown, once nobody asks any more, and nothing of any stays',
    async (_, fail, thrown) => {
      let [begun, ended] = [0, 0]
      const work = inTransaction(tx =>
        sideBySide(tx, [1, 2, 3], itself, async (shared, id) => {
          begun += 1
          try {
            await adding(shared, [id])
            if (id === 2) await fail(shared)
            for (let more = 0; more < 3; more += 1) await counting(shared, [])
          } finally {
            ended += 1
          }
        }),
      )
      await expect(work).rejects.toMatchObject(thrown)
      expect([begun, ended]).toEqual([3, 3])
      expect(await count()).toBe(0)
    },
  )

  test('nothing to do asks nothing', async () => {
    const nowhere = undefined as unknown as Tx
    expect(await sideBySide(nowhere, [], itself, async () => 1)).toEqual([])
  })
})
