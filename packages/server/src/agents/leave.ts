import { awayStatuses } from '@parley/core/agents/constants'
import { offerEnd } from '@parley/core/assignments/rules'
import type { TxContext } from '../db/write.ts'

/**
 * Ends the offers and conversations of an agent who leaves, in the same transaction. Callers lock the agent, then
 * conversations.
 */
export interface Departure {
  /** Ends the agent's open offers; colleagues read the reason. */
  readonly endOffersOf: (context: TxContext, agentId: number, reason: string) => Promise<void>
  /** Returns the agent's open conversations to the queue. Resolves with their number. */
  readonly handBackOf: (context: TxContext, agentId: number) => Promise<number>
}

/** Takes a locked agent without sessions offline, and ends their offers. */
export async function leave(
  context: TxContext,
  agentId: number,
  { endOffersOf }: Pick<Departure, 'endOffersOf'>,
): Promise<void> {
  const { tx, publish, now } = context
  await tx.deleteFrom('presence').where('agent_id', '=', agentId).execute()
  await tx.updateTable('agents').set({ last_activity_at: now }).where('id', '=', agentId).execute()
  // An agent without a session has no break.
  await tx
    .updateTable('agents')
    .set({ status: 'OFFLINE', status_reason: null, status_since: now, status_until: null })
    .where('id', '=', agentId)
    .where('status', 'in', awayStatuses)
    .execute()
  publish({ noun: 'agent', id: agentId, kind: 'changed' })
  await endOffersOf(context, agentId, offerEnd.gone)
}
