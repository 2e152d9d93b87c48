import { sql } from 'kysely'
import { isAvailable } from '@parley/core/agents/rules'
import { isInQueue } from '@parley/core/assignments/rules'
import type { ConversationStatus } from '@parley/core/conversations/api'
import { Refusal } from '@parley/core/errors'
import { lockAgent, workload } from '../agents/queries.ts'
import { lockConversation, type LockedConversation } from '../conversations/lock.ts'
import { takenBy } from '../conversations/taken-by.ts'
import { type Emit, type Tx, write, type Writer } from '../db/write.ts'
import { isAgentOnline } from './assign.ts'
import { takeAtOnce, takeOffered, timelyOffer } from './take.ts'

type LockedAgent = Awaited<ReturnType<typeof lockAgent>>

/**
 * Accepts the offer of a conversation to this agent, or claims the conversation from the queue. Locks agent and then
 * conversation, so two agents can never both have it and a claim never exceeds the capacity. Who has said that they are
 * not available takes nothing. Who has it already succeeds without a change.
 * @throws Refusal conversation.not-found, assignment.taken, assignment.offered-to-other, assignment.not-in-queue, agent.offline, agent.full
 */
export const accept = (writer: Writer, agentId: number, conversationId: number): Promise<void> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    const agent = await lockAgent(tx, agentId)
    const conversation = await lockConversation(tx, conversationId)
    const offer = await timelyOffer(tx, emit, conversationId, now)
    if (offer !== null) {
      if (offer.agent_id !== agentId) {
        throw new Refusal('assignment.offered-to-other', { holder: offer.agent_name })
      }
      // By status alone: whose socket broke off is here all the same.
      if (!isAvailable(agent.status)) throw new Refusal('agent.offline')
      return takeOffered(tx, emit, conversation, agent, offer, now)
    }
    if (conversation.assignee_id === agentId) return
    await claim(tx, emit, conversation, agent, now)
  })

async function claim(
  tx: Tx,
  emit: Emit,
  conversation: LockedConversation,
  agent: LockedAgent,
  now: Date,
): Promise<void> {
  const { assignee_id: assigneeId } = conversation
  if (assigneeId !== null) {
    throw await takenBy(tx, assigneeId)
  }
  const status = conversation.status as ConversationStatus
  if (!isInQueue({ status, assigneeId, offer: null })) {
    throw new Refusal('assignment.not-in-queue', { status: status.toLowerCase() })
  }
  if (!(await isAgentOnline(tx, agent.id, now))) throw new Refusal('agent.offline')
  const load = await workloadOf(tx, agent.id)
  if (load >= agent.max_capacity) {
    throw new Refusal('agent.full', { workload: load, capacity: agent.max_capacity })
  }
  await takeAtOnce(tx, emit, conversation, agent, now)
}

async function workloadOf(tx: Tx, agentId: number): Promise<number> {
  const { rows } = await sql<{ load: number }>`
    select ${workload} as load from agents a where a.id = ${agentId}`.execute(tx)
  return rows[0]?.load ?? 0
}
