import { intentNames } from '@parley/core/intent/constants'
import { sql } from 'kysely'
import type { Tx } from '../db/write.ts'
import { idOf } from '../http/ids.ts'

/** The canned reply that a message was made of, as its sender says. */
export interface CannedUse {
  readonly id: string
  /** What the customer wanted then; null, or no intent that there is: not known. */
  readonly intent: string | null
}

/**
 * Counts a use in the transaction that stores its message, so once for each. What the agent may not read, or is gone by now,
 * is not counted: the row is locked, so that nobody deletes it in between.
 */
export async function countUse(tx: Tx, agentId: number, { id, intent }: CannedUse): Promise<void> {
  const known = intentNames.find(name => name === intent) ?? ''
  await sql`insert into canned_reply_uses as used (reply_id, intent, uses)
    select id, ${known}, 1 from canned_replies
    where id = ${idOf(id)}::bigint and (owner_id is null or owner_id = ${agentId}::bigint) for key share
    on conflict (reply_id, intent) do update set uses = used.uses + 1`.execute(tx)
}
