import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { eventually } from '../../test/wait.ts'
import type { OpenDatabase } from '../db/open.ts'
import { runJobAt } from '../db/write.ts'
import type { Repeated } from '../timers/interval.ts'
import { startQueue } from './queue.ts'

/** Two processes on one database, with one timed job that counts its runs. */
describe('the queue of jobs', () => {
  let database: OpenDatabase
  const queues: Repeated[] = []
  let runs = 0
  let onRun: () => Promise<unknown> = async () => undefined
  const troubles: unknown[] = []
  const work = async () => {
    runs += 1
    await onRun()
  }

  beforeAll(async () => {
    database = await openTestDatabase()
    const { db, url } = database
    const options = {
      db,
      url,
      // Its second regular run is years away, so the tests see the runs alone that they ask for.
      jobs: [{ name: 'end breaks', everyS: 10 ** 9, run: work }],
      trouble: () => (error: unknown) => troubles.push(error),
    }
    for (const started of [1, 2]) {
      queues.push(startQueue(options))
      await eventually('the run at its start to be over', async () => runs === started && (await isNextFar()))
    }
  })
  afterAll(async () => {
    await Promise.all(queues.map(queue => queue.close()))
    await database.close()
  })

  const add = (ids: readonly number[], at: Date) =>
    database.db.transaction().execute(async tx => {
      for (const id of ids) await runJobAt(tx, 'end breaks', id, at)
    })
  async function waiting(keys: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from graphile_worker.jobs where key like ${keys}`.execute(database.db)
    return rows[0]?.count ?? 0
  }
  async function isNextFar(): Promise<boolean> {
    const { rows } = await sql`select 1 from graphile_worker.jobs
      where key = 'end breaks' and run_at > now() + interval '1 day'`.execute(database.db)
    return rows.length > 0
  }
  const done = () =>
    eventually('all timed jobs to be done', async () => (await waiting('end breaks %')) === 0)

  test('[Q-377] each due job runs once, whichever process runs it', async () => {
    const before = runs
    await add(
      Array.from({ length: 40 }, (_, id) => id),
      new Date(),
    )
    await done()
    expect(runs - before).toBe(40)
  })

  test('[Q-377] another time for the same row replaces the earlier one', async () => {
    const later = new Date(Date.now() + 3_600_000)
    await add([7], later)
    await add([7], new Date(later.getTime() + 1000))
    expect(await waiting('end breaks 7')).toBe(1)
    const before = runs
    await add([7], new Date())
    await done()
    expect(runs - before).toBe(1)
  })

  test('[Q-377] a job that fails is tried again, and what it says of the database names no values', async () => {
    let tries = 0
    onRun = async () => {
      tries += 1
      if (tries === 1) await sql`select 'of a customer'::int`.execute(database.db)
    }
    await add([8], new Date())
    const error = await eventually('the failure to be stored', async () => {
      const { rows } = await sql<{ last_error: string | null }>`
        select last_error from graphile_worker.jobs where key = 'end breaks 8'`.execute(database.db)
      return rows[0]?.last_error
    })
    expect(error).toBe('DatabaseError 22P02')
    expect(troubles).toHaveLength(1)
    await done()
    expect(tries).toBe(2)
  })

  test('[Q-377] jobs run again after every connection of the queue was lost in the midst of one', async () => {
    // Each of the two processes has two workers. All of them lose the connection while they store a result.
    let cuts = 0
    onRun = async () => {
      if (cuts === 4) return
      cuts += 1
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db)
    }
    await eventually('all workers to end', async () => {
      await add([9], new Date()).catch(() => undefined)
      return cuts === 4
    })
    const before = runs
    await eventually('jobs to be added', () =>
      add([10, 11, 12], new Date()).then(
        () => true,
        () => false,
      ),
    )
    await eventually('them to run', () => runs - before >= 3)
  })
})
