import type { ConversationStatus } from '@parley/core/conversations/api'
import { isAvailable } from '@parley/core/agents/rules'
import { isInQueue } from '@parley/core/assignments/rules'
import type { lockAgent } from '../agents/queries.ts'
import type { LockedConversation } from '../conversations/lock.ts'
import type { Emit, Tx } from '../db/write.ts'
import { takeAtOnce, takeOffered, timelyOffer } from './take.ts'

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
  const offer = await timelyOffer(tx, emit, conversation.id, now)
  if (offer === null) await takeAtOnce(tx, emit, conversation, agent, now)
  else if (offer.agent_id === agent.id) await takeOffered(tx, emit, conversation, agent, offer, now)
  else return false
  return true
}
