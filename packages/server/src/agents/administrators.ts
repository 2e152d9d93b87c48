import { Refusal } from '@parley/core/errors'
import { sql } from 'kysely'
import type { Tx } from '../db/write.ts'

/** Serialises changes of accounts, so that two administrators who leave at once see each other. */
const accountsLock = 7_270_154

export const lockAccounts = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${accountsLock})`.execute(tx)

/** Under `lockAccounts`, after the change. @throws Refusal agent.last-administrator */
export async function leaveAnAdministrator(tx: Tx): Promise<void> {
  const left = await tx
    .selectFrom('agents')
    .select('id')
    .where('role', '=', 'ADMINISTRATOR')
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (left === undefined) throw new Refusal('agent.last-administrator')
}
