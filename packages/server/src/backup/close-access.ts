import type { Role } from '@parley/core/access/policies'
import { sql } from 'kysely'
import type { Tx } from '../db/write.ts'

/** An account that can sign in after a restore, as it was when the backup was made. */
export interface RestoredAccount {
  readonly email: string
  readonly role: Role
  readonly secondFactor: boolean
}

/**
 * Ends every session, socket ticket, password link and recovery code of a backup: each may have been ended or used since.
 * Returns the accounts that can sign in, administrators first. The backup lacks later passwords, second factors, roles and
 * disabled accounts.
 */
export async function closeAccess(tx: Tx, now: Date): Promise<readonly RestoredAccount[]> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'restore' })
    .where('ended_at', 'is', null)
    .execute()
  await tx.deleteFrom('socket_tickets').execute()
  await tx.updateTable('password_resets').set({ used_at: now }).where('used_at', 'is', null).execute()
  await tx.deleteFrom('recovery_codes').execute()
  const { rows } = await sql<RestoredAccount>`
    select a.email, a.role, exists (
      select 1 from second_factors f where f.agent_id = a.id and f.confirmed_at is not null) as "secondFactor"
    from agents a where a.disabled_at is null
    order by array_position(array['ADMINISTRATOR', 'SUPERVISOR', 'AGENT'], a.role), lower(a.email)`.execute(
    tx,
  )
  return rows
}
