import { offerEnd } from '@parley/core/rules/assignment'
import { awayStatuses } from '@parley/core/words/agents'
import type { Emit, Tx } from '../db/write.ts'
import type { Departure } from './departure.ts'

/** A locked agent, who has signed out everywhere, is offline from now on, and the offers to them end. */
export async function leave(
  tx: Tx,
  emit: Emit,
  agentId: number,
  now: Date,
  { endOffersOf }: Pick<Departure, 'endOffersOf'>,
): Promise<void> {
  await tx.deleteFrom('presence').where('agent_id', '=', agentId).execute()
  await tx.updateTable('agents').set({ last_activity_at: now }).where('id', '=', agentId).execute()
  // Who is signed in nowhere is not on a break.
  await tx
    .updateTable('agents')
    .set({ status: 'OFFLINE', status_reason: null, status_since: now, status_until: null })
    .where('id', '=', agentId)
    .where('status', 'in', awayStatuses)
    .execute()
  emit({ noun: 'agent', id: agentId, kind: 'changed' })
  await endOffersOf(tx, emit, agentId, offerEnd.gone, now)
}
