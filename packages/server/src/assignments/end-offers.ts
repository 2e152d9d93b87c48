import { lockConversation } from '../conversations/lock.ts'
import type { Emit, Tx } from '../db/write.ts'
import { endOffer, openOffer } from './offer.ts'

/**
 * Ends every offer that waits for an agent's answer: they say that they go. The agent must be locked, so that no other is
 * made meanwhile.
 */
export async function endOffersOf(
  tx: Tx,
  emit: Emit,
  agentId: number,
  reason: string,
  now: Date,
): Promise<void> {
  const open = await tx
    .selectFrom('assignments')
    .select('conversation_id')
    .where('agent_id', '=', agentId)
    .where('state', '=', 'offered')
    .orderBy('conversation_id')
    .execute()
  for (const { conversation_id: conversationId } of open) {
    await lockConversation(tx, conversationId)
    const offer = await openOffer(tx, conversationId)
    // Taken back while its conversation was waited for, or made to another since.
    if (offer?.agent_id !== agentId) continue
    await endOffer(tx, emit, offer, { state: 'expired', reason }, now)
  }
}
