import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../src/db/open.ts'

/** Milliseconds. TEST_PATIENCE_MS says otherwise where waiting in vain is usual, since the code is broken on purpose. */
const patienceMs = Number(process.env['TEST_PATIENCE_MS'] ?? 40_000)

/**
 * Asks until the answer is neither null, undefined nor false, and gives it. For what happens soon and by itself.
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

/** Waits until somebody waits for a lock: on PostgreSQL, since the embedded database does one thing at a time. */
export const somebodyWaits = (db: Db): Promise<boolean> =>
  eventually('somebody to wait for a lock', async () => {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db)
    return rows.length > 0
  })
