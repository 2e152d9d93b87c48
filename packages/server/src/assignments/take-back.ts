import { Refusal } from '@parley/core/errors'
import { lockAgent } from '../agents/queries.ts'
import type { Doer } from '../audit/record.ts'
import { type LockedConversation, lockConversation } from '../conversations/lock.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import { assignLocked } from './assign.ts'
import { toQueue } from './hand-back.ts'
import { endOffer, openOffer } from './offer.ts'

export interface TakingBack {
  readonly conversationId: number
  readonly assignmentId: number
  readonly by: Doer & { readonly agentId: number }
  /** Milliseconds that who had it has for the answer. */
  readonly deadlineMs: number
}

/**
 * Takes an agent's own assignment back, if nothing came of it since: an offer is withdrawn, as by assigning to who has it.
 * What they took themselves is offered to who had it, since nobody is given a conversation unasked, and is in the queue
 * where nobody did. An offer that it had replaced is not made again. Answers false where it is so already.
 * @throws Refusal conversation.not-found, conversation.changed, customer.erased
 */
export const takeBackAssignment = (
  writer: Writer,
  { conversationId, assignmentId, by, deadlineMs }: TakingBack,
): Promise<boolean> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    const made = await madeBy(tx, { conversationId, assignmentId, byId: by.agentId })
    if (made === undefined) {
      await lockConversation(tx, conversationId)
      throw new Refusal('conversation.changed')
    }
    const { agent_id: agentId, previous_owner_id: beforeId } = made
    const isTaken = agentId === by.agentId
    // Agents are locked before conversations. Who has left since gets nothing back.
    const before = isTaken && beforeId !== null ? await lockedIfThere(tx, beforeId) : null
    const conversation = await lockConversation(tx, conversationId)
    const open = await openOffer(tx, conversationId)
    if (!isTaken) {
      const isBack = open === undefined && conversation.assignee_id === beforeId
      if (isBack && (await stateOf(tx, assignmentId)) === 'withdrawn') return false
      if (open?.id !== assignmentId) throw new Refusal('conversation.changed')
      await endOffer(tx, emit, open, { state: 'withdrawn', reason: null }, now)
      return true
    }
    if (conversation.assignee_id === beforeId && open === undefined) return false
    const isTheirs = await hasSince(tx, conversation, assignmentId, by.agentId)
    if (isTheirs && before !== null && open?.agent_id === before.id && open.by_id === by.agentId) return false
    if (!isTheirs || open !== undefined) throw new Refusal('conversation.changed')
    if (before === null) await toQueue(tx, emit, [conversationId], { fromId: agentId, byId: agentId }, now)
    else await assignLocked(tx, emit, { agent: before, conversation, by, deadlineMs }, now)
    return true
  })

interface Made {
  readonly conversationId: number
  readonly assignmentId: number
  readonly byId: number
}

/** What of an assignment never changes. */
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
    if (error instanceof Refusal && error.code === 'agent.not-found') return null
    throw error
  }
}

/** Whether an agent has a locked conversation, which is not over, by this assignment and nothing later. */
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
