import { sql } from 'kysely'
import { Refusal } from '@parley/core/errors'
import { type Candidate, chooseAgent } from '@parley/core/routing/rules'
import { isOnline, lockAgent, workload } from '../agents/queries.ts'
import { makeOffer, openOffer } from '../assignments/offer.ts'
import { lockConversation } from '../conversations/lock.ts'
import { type Tx, write, type Writer } from '../db/write.ts'
import { routingOf } from './queries.ts'
import { type InQueue, isPassedOver, lookAtQueue, presentAgents, queueOf } from './waiting.ts'

/**
 * offered: one conversation was. changed: it could not be, since conversation or agent are not as they were a moment ago.
 * settled: nobody waits for whom there is room.
 */
export type Routed = 'offered' | 'changed' | 'settled'

/**
 * Offers the conversation that has waited the longest, of those that somebody can take, to who takes it best. Whom it is
 * offered to is thought out without a lock, and holds only if both are still so under their locks: nobody is offered
 * more than they have room for, whatever happens meanwhile and in other processes.
 */
export async function offerNext(writer: Writer, deadlineMs: number): Promise<Routed> {
  const { db } = writer
  const now = writer.now()
  const [look] = await lookAtQueue(db, [])
  if (look === undefined || !look.waits) return 'settled'
  const { offers, rules } = routingOf(look.routing)
  if (offers === 'none') return 'settled'
  const present = await presentAgents(db, now)
  if (!present.some(hasRoom)) return 'settled'
  for await (const waiting of queueOf(db, offers, now)) {
    const agent = chooseAgent(waiting, present, rules)
    if (agent !== null) return offerTo(writer, waiting, agent, deadlineMs)
  }
  return 'settled'
}

const hasRoom = (agent: Candidate): boolean => agent.workload < agent.capacity

async function offerTo(
  writer: Writer,
  { id: conversationId }: InQueue,
  { id: agentId }: Candidate,
  deadlineMs: number,
): Promise<Routed> {
  try {
    return await write(writer, async (tx, emit) => {
      const now = writer.now()
      await lockAgent(tx, agentId)
      const conversation = await lockConversation(tx, conversationId)
      const isWaiting =
        conversation.assignee_id === null &&
        !conversation.with_bot &&
        conversation.status === 'ACTIVE' &&
        conversation.human_wait_started_at !== null
      if (!isWaiting || (await openOffer(tx, conversationId)) !== undefined) return 'changed'
      if (!(await canTake(tx, agentId, now))) return 'changed'
      if (await isPassedOver(tx, { conversationId, agentId }, now)) return 'changed'
      const deadline = new Date(now.getTime() + deadlineMs)
      await makeOffer(tx, emit, conversation, { agentId, byId: null, deadline, wasOnline: true }, now)
      return 'offered'
    })
  } catch (error) {
    // The agent was disabled, or the customer erased, between the look and the lock.
    if (error instanceof Refusal) return 'changed'
    throw error
  }
}

/** Whether an agent, who is locked, is there, takes conversations and has room. */
async function canTake(tx: Tx, agentId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select ${isOnline(now)} and a.takes_conversations and ${workload} < a.max_capacity as can
    from agents a where a.id = ${agentId}`.execute(tx)
  return rows[0]?.can ?? false
}
