import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import type { OpenDatabase } from './open.ts'
import { gatherStatistics } from './statistics.ts'

describe('what the planner is told', () => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  /** The planner's estimate of a table's rows. Below 0 there is none. */
  const rowsOf = async (table: string): Promise<number | undefined> => {
    const { rows } = await sql<{ rows: number }>`
      select reltuples::int as rows from pg_class where oid = ${table}::regclass`.execute(database.db)
    return rows[0]?.rows
  }
  const at = '2026-03-02T09:00:00Z'

  test('large tables are counted, small ones are left as tables of which nothing is known', async () => {
    await gatherStatistics(database.longRunningDb)
    expect(await rowsOf('webhook_events')).toBeLessThan(0)
    await sql`insert into webhook_events (received_at, body)
      select ${at}::timestamptz, '{}' from generate_series(1, 3000)`.execute(database.db)
    await sql`insert into live_log (seq, noun, entity_id, kind, at)
      values (1000001, 'message', 1, 'created', ${at}::timestamptz)`.execute(database.db)
    await gatherStatistics(database.longRunningDb)
    expect(await rowsOf('webhook_events')).toBe(3_000)
    expect(await rowsOf('live_log')).toBeLessThan(0)
  })
})
