import { isAvailable } from '@parley/core/rules/agent'
import { offerEnd } from '@parley/core/rules/assignment'
import { type Writer, write } from '../db/write.ts'
import type { Departure } from './departure.ts'
import { lockAgent } from './lock.ts'

/**
 * Sets an agent's status, in capitals. Only AVAILABLE counts as online: who says anything else goes, and the offers to
 * them end with it.
 * @throws Refusal agent.not-found
 */
export const setAgentStatus = (
  writer: Writer,
  agentId: number,
  status: string,
  { endOffersOf }: Pick<Departure, 'endOffersOf'>,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    const agent = await lockAgent(tx, agentId)
    const wanted = status.toUpperCase()
    if (agent.status === wanted) return
    await tx
      .updateTable('agents')
      .set({ status: wanted, last_activity_at: now })
      .where('id', '=', agentId)
      .execute()
    emit({ noun: 'agent', id: agentId, kind: 'changed' })
    if (!isAvailable(wanted)) await endOffersOf(tx, emit, agentId, offerEnd.gone, now)
  })
