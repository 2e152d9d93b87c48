import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../src/db/open.ts'

/** Milliseconds. TEST_PATIENCE_MS overrides it for runs against deliberately broken code, where many waits fail. */
const patienceMs = Number(process.env['TEST_PATIENCE_MS'] ?? 40_000)

/**
 * Polls until the result is neither null, undefined nor false, and returns it. For results that come soon on their own.
 * @throws Error naming `what` after `timeoutMs`
 */
export async function eventually<T>(
  what: string,
  ask: () => T | Promise<T>,
  timeoutMs = patienceMs,
): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== undefined && answer !== false) {
      return answer as NonNullable<Exclude<T, false>>
    }
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}`)
    await sleep(10)
  }
}

/**
 * Waits until a transaction waits for a lock in this database. For PostgreSQL only, since the embedded database runs one statement
 * at a time.
 */
export const somebodyWaits = (db: Db): Promise<boolean> =>
  eventually('somebody to wait for a lock', async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0
  })
