import { Refusal } from '@parley/core/errors'
import type { Tx } from '../db/write.ts'

/**
 * Locks an enabled agent. Lock before any conversation: changes of workload need one order.
 * @throws Refusal agent.not-found
 */
export async function lockAgent(tx: Tx, id: number) {
  const agent = await tx
    .selectFrom('agents')
    .select(['id', 'name', 'status', 'max_capacity'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (agent === undefined) throw new Refusal('agent.not-found', { id })
  return agent
}
