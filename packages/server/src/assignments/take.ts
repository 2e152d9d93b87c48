import { isOfferLate, offerEnd } from '@parley/core/assignments/rules'
import type { LockedConversation } from '../conversations/lock.ts'
import type { Emit, Tx } from '../db/write.ts'
import { endOffer, type OpenOffer, openOffer } from './offer.ts'
import { changeOwner } from './owner.ts'

/**
 * Makes an agent the owner of a locked conversation without an offer; written down as accepted at once. An agent who takes it
 * beside others is locked. Answers the id of what was written.
 * @param byId the agent by whom it is done
 */
export async function takeAtOnce(
  tx: Tx,
  emit: Emit,
  conversation: LockedConversation,
  agent: { readonly id: number; readonly name: string },
  now: Date,
  byId = agent.id,
): Promise<number> {
  const { id: assignmentId } = await tx
    .insertInto('assignments')
    .values({
      conversation_id: conversation.id,
      agent_id: agent.id,
      by_id: byId,
      previous_owner_id: conversation.assignee_id,
      state: 'accepted',
      offered_at: now,
      was_online: true,
      ended_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await changeOwner(tx, emit, conversation, { assignmentId, agent, byId }, now)
  return assignmentId
}

/** The offer of a locked conversation that can still be answered; one whose time is over, where no sweep has come by yet, ends. */
export async function timelyOffer(
  tx: Tx,
  emit: Emit,
  conversationId: number,
  now: Date,
): Promise<OpenOffer | null> {
  const offer = await openOffer(tx, conversationId)
  if (offer === undefined) return null
  if (!isOfferLate(offer.deadline?.getTime() ?? 0, now.getTime())) return offer
  await endOffer(tx, emit, offer, { state: 'expired', reason: offerEnd.silent }, now)
  return null
}

/** Makes an agent, who is locked, the owner of the locked conversation that is offered to them. */
export async function takeOffered(
  tx: Tx,
  emit: Emit,
  conversation: LockedConversation,
  agent: { readonly id: number; readonly name: string },
  offer: OpenOffer,
  now: Date,
): Promise<void> {
  await endOffer(tx, emit, offer, { state: 'accepted', reason: null }, now)
  await changeOwner(tx, emit, conversation, { assignmentId: offer.id, agent, byId: offer.by_id }, now)
}
