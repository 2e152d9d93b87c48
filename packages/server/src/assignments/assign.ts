import { isOfferLate } from '@parley/core/assignments/rules'
import { ApiError } from '@parley/core/errors'
import { lockAgent } from '../agents/queries.ts'
import { type Actor, record } from '../audit/record.ts'
import { lockConversation, type LockedConversation, refuseArchived } from '../conversations/lock.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { toQueue } from './hand-back.ts'
import { endOffer, makeOffer, openOffer } from './offer.ts'
import { isAgentOnline, takeAtOnce } from './take.ts'

interface Assigning {
  readonly conversationId: number
  readonly agentId: number
  readonly by: Actor & { readonly agentId: number }
  /** Milliseconds until the offer expires. */
  readonly deadlineMs: number
  /** An open offer to this agent stays, so that a repeat notifies nobody twice. */
  readonly keepsOffer?: true
}

/** `kept`: the agent has it, or an offer of it, already; at most another agent's offer was withdrawn. */
type Assigned =
  | { readonly as: 'kept'; readonly withdrew: boolean }
  | { readonly as: 'offered' | 'taken'; readonly assignmentId: number }

/**
 * Offers a conversation to an agent, in place of an open offer. An agent who assigns to themselves takes it at once. May
 * exceed the agent's capacity. If the agent is the owner, only the open offer is withdrawn.
 * @throws ApiError agent.not-found, conversation.not-found, conversation.archived
 */
export const assign = (writer: Writer, assigning: Assigning): Promise<Assigned> =>
  write(writer, async context => {
    const { tx } = context
    const agent = await lockAgent(tx, assigning.agentId)
    const conversation = await lockConversation(tx, assigning.conversationId)
    return assignLocked(context, { agent, conversation, ...assigning })
  })

interface LockedAssigning extends Omit<Assigning, 'conversationId' | 'agentId'> {
  readonly agent: { readonly id: number; readonly name: string }
  readonly conversation: LockedConversation
}

/** Agent and then conversation must be locked. @throws ApiError conversation.archived */
export async function assignLocked(
  context: TxContext,
  { agent, conversation, by, deadlineMs, keepsOffer }: LockedAssigning,
): Promise<Assigned> {
  const { tx, now } = context
  refuseArchived(conversation)
  const { id: conversationId, assignee_id: ownerId } = conversation
  const open = await openOffer(tx, conversationId)
  if (keepsOffer && open?.agent_id === agent.id && !isOfferLate(open.deadline?.getTime() ?? 0, now.getTime()))
    return { as: 'kept', withdrew: false }
  if (open !== undefined) await endOffer(context, open, { state: 'withdrawn', reason: null })
  if (ownerId === agent.id) return { as: 'kept', withdrew: open !== undefined }
  const byId = by.agentId
  if (agent.id === byId) return { as: 'taken', assignmentId: await takeAtOnce(context, conversation, agent) }
  const deadline = new Date(now.getTime() + deadlineMs)
  const wasOnline = await isAgentOnline(context, agent.id)
  const before = { owner: ownerId === null ? null : String(ownerId) }
  const after = { offered_to: String(agent.id) }
  await record(context, by, 'conversation.assigned', conversationId, { before, after })
  const offer = { agentId: agent.id, byId, deadline, wasOnline }
  return { as: 'offered', assignmentId: await makeOffer(context, conversation, offer) }
}

interface TakingBack {
  readonly conversationId: number
  readonly assignmentId: number
  readonly by: Actor & { readonly agentId: number }
  /** Milliseconds until an offer to the previous owner expires. */
  readonly deadlineMs: number
}

/**
 * Undoes an agent's own assignment, if nothing changed since. An offer is withdrawn. A conversation that they took is
 * offered to the previous owner, or goes to the queue if it had none. A replaced offer is not made again. Answers false
 * where it is undone already.
 * @throws ApiError conversation.not-found, conversation.changed, customer.erased
 */
export const takeBackAssignment = (
  writer: Writer,
  { conversationId, assignmentId, by, deadlineMs }: TakingBack,
): Promise<boolean> =>
  write(writer, async context => {
    const { tx } = context
    const made = await madeBy(tx, { conversationId, assignmentId, byId: by.agentId })
    if (made === undefined) {
      await lockConversation(tx, conversationId)
      throw new ApiError('conversation.changed')
    }
    const { agent_id: agentId, previous_owner_id: beforeId } = made
    const isTaken = agentId === by.agentId
    // Agents are locked before conversations. A previous owner who has left gets no offer.
    const before = isTaken && beforeId !== null ? await lockedIfThere(tx, beforeId) : null
    const conversation = await lockConversation(tx, conversationId)
    const open = await openOffer(tx, conversationId)
    if (!isTaken) {
      const isBack = open === undefined && conversation.assignee_id === beforeId
      if (isBack && (await stateOf(tx, assignmentId)) === 'withdrawn') return false
      if (open?.id !== assignmentId) throw new ApiError('conversation.changed')
      await endOffer(context, open, { state: 'withdrawn', reason: null })
      return true
    }
    if (conversation.assignee_id === beforeId && open === undefined) return false
    const isTheirs = await hasSince(tx, conversation, assignmentId, by.agentId)
    if (isTheirs && before !== null && open?.agent_id === before.id && open.by_id === by.agentId) return false
    if (!isTheirs || open !== undefined) throw new ApiError('conversation.changed')
    if (before === null) await toQueue(context, [conversationId], { fromId: agentId, byId: agentId })
    else await assignLocked(context, { agent: before, conversation, by, deadlineMs })
    return true
  })

interface Made {
  readonly conversationId: number
  readonly assignmentId: number
  readonly byId: number
}

/** The columns that never change. */
const madeBy = (tx: Tx, { conversationId, assignmentId, byId }: Made) =>
  tx
    .selectFrom('assignments')
    .select(['agent_id', 'previous_owner_id'])
    .where('id', '=', assignmentId)
    .where('conversation_id', '=', conversationId)
    .where('by_id', '=', byId)
    .executeTakeFirst()

const stateOf = async (tx: Tx, assignmentId: number): Promise<string | undefined> =>
  (await tx.selectFrom('assignments').select('state').where('id', '=', assignmentId).executeTakeFirst())
    ?.state

async function lockedIfThere(tx: Tx, agentId: number) {
  try {
    return await lockAgent(tx, agentId)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'agent.not-found') return null
    throw error
  }
}

/** Whether an agent has a locked, open conversation by this assignment and no later one. */
async function hasSince(
  tx: Tx,
  { id, status, assignee_id: ownerId }: LockedConversation,
  assignmentId: number,
  agentId: number,
): Promise<boolean> {
  if (ownerId !== agentId || status === 'RESOLVED' || status === 'ARCHIVED') return false
  const newest = await tx
    .selectFrom('owner_changes')
    .select('assignment_id')
    .where('conversation_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return newest?.assignment_id === assignmentId
}
