import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { eventually } from '../../test/wait.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type Notifier, openNotifier } from './notifier.ts'

describe('the bell', () => {
  const troubles: Error[] = []
  const heard: number[] = []
  let database: OpenDatabase
  let here: Notifier
  let there: Notifier
  beforeAll(async () => {
    database = await openTestDatabase()
    here = openNotifier(database.url, error => troubles.push(error))
    there = openNotifier(database.url, error => troubles.push(error))
    here.onNotify(seq => heard.push(seq))
  })
  afterAll(async () => {
    await Promise.all([here.close(), there.close()])
    await database.close()
  })

  let seq = 0
  /** A notification may be lost. The next one arrives, with the newest number. */
  const notifyUntilHeard = () =>
    eventually('a ring from the other process', () => {
      there.notify((seq += 1))
      return heard.length > 0
    })

  test('a ring there is heard here, also after the connection here was lost', async () => {
    await notifyUntilHeard()
    await eventually('the newest number', () => heard.at(-1) === seq)
    // The connection of the other process has notified since, so its last statement is not `listen`.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(database.db)
    await eventually('the loss', () => troubles.length > 0)
    heard.length = 0
    await notifyUntilHeard()
    expect(troubles).toHaveLength(1)
  })

  test('within one process everybody hears every ring at once', () => {
    const also: number[] = []
    here.onNotify(number => also.push(number))
    here.notify((seq += 1))
    expect([heard.at(-1), also]).toEqual([seq, [seq]])
  })
})
