import type { ConversationStatus } from '@parley/core/api/conversations'
import { isAvailable } from '@parley/core/rules/agent'
import { isInQueue, isOfferLate, offerEnd } from '@parley/core/rules/assignment'
import type { lockAgent } from '../agents/lock.ts'
import type { LockedConversation } from '../conversations/lock.ts'
import type { Emit, Tx } from '../db/write.ts'
import { endOffer, openOffer } from './offer.ts'
import { changeOwner } from './owner.ts'
import { takeAtOnce } from './take.ts'

/**
 * Whoever answers in a locked conversation that nobody has has it from then on, beyond their capacity too: it is their work
 * already. What is offered to them is accepted with it, what is offered to a colleague stays to be answered by that one, and
 * who has said that they are not available takes nothing. The agent must have been locked before the conversation. Answers
 * whether they took it.
 */
export async function takeByReply(
  tx: Tx,
  emit: Emit,
  conversation: LockedConversation,
  agent: Awaited<ReturnType<typeof lockAgent>>,
  now: Date,
): Promise<boolean> {
  const { assignee_id: assigneeId } = conversation
  const status = conversation.status as ConversationStatus
  if (!isInQueue({ status, assigneeId, offer: null }) || !isAvailable(agent.status)) return false
  const offer = await openOffer(tx, conversation.id)
  if (offer === undefined) {
    await takeAtOnce(tx, emit, conversation, agent, now)
    return true
  }
  if (isOfferLate(offer.deadline?.getTime() ?? 0, now.getTime())) {
    // The sweep has not come by yet; the offer is over all the same.
    await endOffer(tx, emit, offer, { state: 'expired', reason: offerEnd.silent }, now)
    await takeAtOnce(tx, emit, conversation, agent, now)
    return true
  }
  if (offer.agent_id !== agent.id) return false
  await endOffer(tx, emit, offer, { state: 'accepted', reason: null }, now)
  await changeOwner(tx, emit, conversation, { assignmentId: offer.id, agent, byId: offer.by_id }, now)
  return true
}
