import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { migrate } from './migrate.ts'
import { type OpenDatabase, openPostgresDatabase } from './open.ts'
import { write } from './write.ts'

describe('writing', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: ReturnType<typeof testWriter>
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    await sql`create table counters (id int primary key, value int not null)`.execute(database.db)
    await sql`insert into counters values (1, 0), (2, 0)`.execute(database.db)
  })
  afterAll(() => database.close())

  const valueOf = async (id: number) =>
    (await sql<{ value: number }>`select value from counters where id = ${id}`.execute(database.db)).rows[0]
      ?.value

  test('the root database inside a transaction throws instead of waiting for itself', async () => {
    const work = write(writer, async () => sql`select 1`.execute(database.db))
    await expect(work).rejects.toThrow('use the transaction instead')
    const nested = write(writer, () => write(writer, async () => 1))
    await expect(nested).rejects.toThrow('use the transaction instead')
    // Code after the transaction, and code outside it, may use the root database.
    let after: Promise<unknown> = Promise.resolve()
    await write(writer, async () => {
      after = sleep(20).then(() => sql`select 1`.execute(database.db))
    })
    await after
    await Promise.all([
      write(writer, ({ tx }) => sql`select 1`.execute(tx)),
      sql`select 1`.execute(database.db),
    ])
  })

  test('what throws leaves nothing, and the next one works', async () => {
    const failing = write(writer, async ({ tx }) => {
      await sql`update counters set value = 99 where id = 1`.execute(tx)
      throw new RangeError('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await valueOf(1)).toBe(0)
  })

  test('a statement the database refuses comes with its code', async () => {
    const failing = write(writer, ({ tx }) => sql`insert into counters values (1, 0)`.execute(tx))
    await expect(failing).rejects.toMatchObject({ code: '23505' })
  })

  test('the bell is rung after the commit, with the newest number, and not for nothing', async () => {
    writer.notifiedSeqs.length = 0
    await write(writer, async () => undefined)
    expect(writer.notifiedSeqs).toEqual([])
    await write(writer, async ({ publish }) => {
      publish({ noun: 'message', id: 1, kind: 'created' })
      publish({ noun: 'message', id: 2, kind: 'created' })
    })
    const { seq } = await database.db.selectFrom('live_clock').select('seq').executeTakeFirstOrThrow()
    expect(writer.notifiedSeqs).toEqual([seq])
  })
})

describe('on PostgreSQL', () => {
  const open = async () => {
    const admin = await openPostgresDatabase(inject('postgresUrl'), 1)
    const name = `test_${process.pid}_${process.hrtime.bigint()}`
    await sql`create database ${sql.raw(name)}`.execute(admin.db)
    const url = new URL(inject('postgresUrl'))
    url.pathname = `/${name}`
    const database = await openPostgresDatabase(url.href, 6)
    const close = async () => {
      await database.close()
      await sql`drop database ${sql.raw(name)} with (force)`.execute(admin.db)
      await admin.close()
    }
    return { ...database, close }
  }

  test('a connection that is lost between two statements of a transaction fails that work alone', async () => {
    const database = await open()
    const lost = database.db.transaction().execute(async tx => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db)
      // The connection breaks while no statement is running.
      await sleep(100)
      await sql`select 1`.execute(tx)
    })
    await expect(lost).rejects.toThrow()
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
    await database.close()
  })

  test('a deadlock is tried again until both are through', async () => {
    const clock = new TestClock()
    const database = await open()
    await migrate(database.db)
    const writer = testWriter(database, clock)
    await sql`create table counters (id int primary key, value int not null)`.execute(database.db)
    await sql`insert into counters values (1, 0), (2, 0)`.execute(database.db)
    let [tries, holding] = [0, 0]
    let meet: () => void = () => undefined
    const met = new Promise<void>(resolve => {
      meet = resolve
    })
    const both = (first: number, second: number) =>
      write(writer, async ({ tx }) => {
        tries += 1
        await sql`update counters set value = value + 1 where id = ${first}`.execute(tx)
        // Neither asks for the other's row before both hold their first one.
        holding += 1
        if (holding === 2) meet()
        await met
        await sql`update counters set value = value + 1 where id = ${second}`.execute(tx)
      })
    await Promise.all([both(1, 2), both(2, 1)])
    expect(tries).toBeGreaterThan(2)
    const { rows } = await sql<{ value: number }>`select value from counters`.execute(database.db)
    expect(rows).toEqual([{ value: 2 }, { value: 2 }])
    await database.close()
  })
})
