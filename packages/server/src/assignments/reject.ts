import { Refusal } from '@parley/core/errors'
import { isOfferLate, rejectReason } from '@parley/core/assignments/rules'
import type { RejectReason } from '@parley/core/assignments/constants'
import { lockAgent } from '../agents/queries.ts'
import { lockConversation } from '../conversations/lock.ts'
import { type Writer, write } from '../db/write.ts'
import { endOffer, openOffer } from './offer.ts'

/**
 * Rejects the offer of a conversation to this agent. Who had it keeps it, else it is in the queue.
 * @throws Refusal conversation.not-found, assignment.offered-to-other, assignment.not-offered
 */
export const reject = (
  writer: Writer,
  agentId: number,
  conversationId: number,
  said: { readonly reason?: string | undefined; readonly reason_code?: RejectReason | undefined },
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    await lockAgent(tx, agentId)
    await lockConversation(tx, conversationId)
    const offer = await openOffer(tx, conversationId)
    if (offer === undefined || isOfferLate(offer.deadline?.getTime() ?? 0, now.getTime())) {
      throw new Refusal('assignment.not-offered')
    }
    if (offer.agent_id !== agentId) {
      throw new Refusal('assignment.offered-to-other', { holder: offer.agent_name })
    }
    await tx.updateTable('agents').set({ last_activity_at: now }).where('id', '=', agentId).execute()
    const { reason, reason_code: code } = said
    const end = { state: 'rejected', reason: rejectReason(reason, code), reasonCode: code ?? null } as const
    await endOffer(tx, emit, offer, end, now)
  })
