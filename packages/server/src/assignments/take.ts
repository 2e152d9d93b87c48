import { sql } from 'kysely'
import { isAvailable } from '@parley/core/agents/rules'
import { isInQueue, isOfferLate, offerEnd } from '@parley/core/assignments/rules'
import type { ConversationStatus } from '@parley/core/conversations/api'
import { ApiError } from '@parley/core/errors'
import { isOnline, lockAgent, workload } from '../agents/queries.ts'
import { lockConversation, type LockedConversation, alreadyAssignedError } from '../conversations/lock.ts'
import { silenceBot } from '../conversations/with-bot.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { notify } from '../notifications/notice.ts'
import { dismissDone } from '../notifications/notify.ts'
import { endOffer, type OpenOffer, openOffer } from './offer.ts'

/**
 * Makes an agent the owner of a locked conversation without an offer, recorded as accepted. Answers the assignment's id.
 * @param byId the agent who does it
 */
export async function takeAtOnce(
  context: TxContext,
  conversation: LockedConversation,
  agent: { readonly id: number; readonly name: string },
  byId = agent.id,
): Promise<number> {
  const { tx, publish, now } = context
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
  await changeOwner(context, conversation, { assignmentId, agent, byId })
  publish({ noun: 'assignment', id: conversation.id, kind: 'changed' })
  return assignmentId
}

/** The open offer of a locked conversation; an offer past its deadline is ended here. */
async function timelyOffer(context: TxContext, conversationId: number): Promise<OpenOffer | null> {
  const { tx, now } = context
  const offer = await openOffer(tx, conversationId)
  if (offer === undefined) return null
  if (!isOfferLate(offer.deadline?.getTime() ?? 0, now.getTime())) return offer
  await endOffer(context, offer, { state: 'expired', reason: offerEnd.silent })
  return null
}

/** Accepts an offer for a locked agent in a locked conversation. */
async function takeOffered(
  context: TxContext,
  conversation: LockedConversation,
  agent: { readonly id: number; readonly name: string },
  offer: OpenOffer,
): Promise<void> {
  await endOffer(context, offer, { state: 'accepted', reason: null })
  await changeOwner(context, conversation, { assignmentId: offer.id, agent, byId: offer.by_id })
}

interface NewOwner {
  readonly assignmentId: number
  readonly agent: { readonly id: number; readonly name: string }
  /** Null: the offer was automatic. */
  readonly byId: number | null
}

/**
 * Changes and records the owner of a locked conversation. Other agents' notices of its messages are dismissed. The previous
 * owner is notified, unless they did it.
 */
async function changeOwner(
  context: TxContext,
  conversation: LockedConversation,
  { assignmentId, agent, byId }: NewOwner,
): Promise<void> {
  const { tx, publish, now } = context
  const { id: conversationId, assignee_id: from } = conversation
  if (from === agent.id) return
  await tx
    .updateTable('conversations')
    .set({ assignee_id: agent.id, updated_at: now, ...(await silenceBot(context, conversation)) })
    .where('id', '=', conversationId)
    .execute()
  await tx
    .insertInto('owner_changes')
    .values({
      conversation_id: conversationId,
      assignment_id: assignmentId,
      from_id: from,
      to_id: agent.id,
      by_id: byId,
      at: now,
    })
    .execute()
  await tx.updateTable('agents').set({ last_activity_at: now }).where('id', '=', agent.id).execute()
  await dismissDone(context, { conversationId, cause: 'message', exceptAgentId: agent.id })
  if (from !== null && from !== byId) {
    const message = `${agent.name} has conversation #${conversationId} now`
    const title = 'Conversation transferred'
    const notice = { agentId: from, cause: 'outcome', type: 'transfer', title, message } as const
    await notify(context, { ...notice, conversationId })
  }
  publish({ noun: 'conversation', id: conversationId, kind: 'handed' })
  publish({ noun: 'agent', id: agent.id, kind: 'changed' })
  if (from !== null) publish({ noun: 'agent', id: from, kind: 'changed' })
}

type LockedAgent = Awaited<ReturnType<typeof lockAgent>>

/**
 * Accepts the offer to this agent, or claims the conversation from the queue. The locks of agent and then conversation
 * prevent two owners and a claim beyond the capacity. An unavailable agent is refused. The owner succeeds without a change.
 * @throws ApiError conversation.not-found, assignment.taken, assignment.offered-to-other, assignment.not-in-queue, agent.offline, agent.full
 */
export const accept = (writer: Writer, agentId: number, conversationId: number): Promise<void> =>
  write(writer, async context => {
    const { tx } = context
    const agent = await lockAgent(tx, agentId)
    const conversation = await lockConversation(tx, conversationId)
    const offer = await timelyOffer(context, conversationId)
    if (offer !== null) {
      if (offer.agent_id !== agentId) {
        throw new ApiError('assignment.offered-to-other', { holder: offer.agent_name })
      }
      // By status alone: a broken socket does not make an agent unavailable.
      if (!isAvailable(agent.status)) throw new ApiError('agent.offline')
      return takeOffered(context, conversation, agent, offer)
    }
    if (conversation.assignee_id === agentId) return
    await claim(context, conversation, agent)
  })

async function claim(
  context: TxContext,
  conversation: LockedConversation,
  agent: LockedAgent,
): Promise<void> {
  const { tx } = context
  const { assignee_id: assigneeId } = conversation
  if (assigneeId !== null) {
    throw await alreadyAssignedError(tx, assigneeId)
  }
  const status = conversation.status as ConversationStatus
  if (!isInQueue({ status, assigneeId, offer: null })) {
    throw new ApiError('assignment.not-in-queue', { status: status.toLowerCase() })
  }
  if (!(await isAgentOnline(context, agent.id))) throw new ApiError('agent.offline')
  const load = await workloadOf(tx, agent.id)
  if (load >= agent.max_capacity) {
    throw new ApiError('agent.full', { workload: load, capacity: agent.max_capacity })
  }
  await takeAtOnce(context, conversation, agent)
}

export async function workloadOf(tx: Tx, agentId: number): Promise<number> {
  const { rows } = await sql<{ load: number }>`
    select ${workload} as load from agents a where a.id = ${agentId}`.execute(tx)
  return rows[0]?.load ?? 0
}

/**
 * Assigns an unassigned conversation to the agent who replies, even beyond their capacity: they work on it already. An offer
 * to them is accepted. A colleague's offer stays, and an unavailable agent takes nothing. The agent and then the
 * conversation must be locked. Answers whether they took it.
 */
export async function takeByReply(
  context: TxContext,
  conversation: LockedConversation,
  agent: Awaited<ReturnType<typeof lockAgent>>,
): Promise<boolean> {
  const { assignee_id: assigneeId } = conversation
  const status = conversation.status as ConversationStatus
  if (!isInQueue({ status, assigneeId, offer: null }) || !isAvailable(agent.status)) return false
  const offer = await timelyOffer(context, conversation.id)
  if (offer === null) await takeAtOnce(context, conversation, agent)
  else if (offer.agent_id === agent.id) await takeOffered(context, conversation, agent, offer)
  else return false
  return true
}

export async function isAgentOnline({ tx, now }: TxContext, agentId: number): Promise<boolean> {
  const { rows } = await sql<{ online: boolean }>`
    select ${isOnline(now)} as online from agents a where a.id = ${agentId}`.execute(tx)
  return rows[0]?.online ?? false
}
