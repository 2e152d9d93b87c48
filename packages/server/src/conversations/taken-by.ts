import { Refusal } from '@parley/core/errors'
import type { Tx } from '../db/write.ts'

/** Says who has a conversation already. */
export async function takenBy(tx: Tx, agentId: number): Promise<Refusal> {
  const holder = tx.selectFrom('agents').select('name').where('id', '=', agentId)
  return new Refusal('assignment.taken', { holder: (await holder.executeTakeFirstOrThrow()).name })
}
