import { Refusal } from '@parley/core/errors'
import { sql } from 'kysely'
import { lockAgent } from '../agents/lock.ts'
import { isOnline } from '../agents/profiles.ts'
import { type Doer, record } from '../audit/record.ts'
import { lockConversation } from '../conversations/lock.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import { endOffer, makeOffer, openOffer } from './offer.ts'
import { takeAtOnce } from './take.ts'

export interface Assigning {
  readonly conversationId: number
  readonly agentId: number
  readonly by: Doer & { readonly agentId: number }
  /** Milliseconds that the agent has for the answer. */
  readonly deadlineMs: number
}

/**
 * Offers a conversation to an agent in place of an open offer; to oneself it is accepted at once. May exceed the agent's
 * capacity. To who has it already it only takes back the open offer.
 * @throws Refusal agent.not-found, conversation.not-found, conversation.archived
 */
export const assign = (
  writer: Writer,
  { conversationId, agentId, by, deadlineMs }: Assigning,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    const agent = await lockAgent(tx, agentId)
    const conversation = await lockConversation(tx, conversationId)
    if (conversation.status === 'ARCHIVED') throw new Refusal('conversation.archived')
    const open = await openOffer(tx, conversationId)
    if (open !== undefined) await endOffer(tx, emit, open, { state: 'withdrawn', reason: null }, now)
    if (conversation.assignee_id === agentId) return
    const byId = by.agentId
    if (agentId === byId) return takeAtOnce(tx, emit, conversation, agent, now)
    const deadline = new Date(now.getTime() + deadlineMs)
    const wasOnline = await isAgentOnline(tx, agentId, now)
    const entry = { action: 'conversation.assigned', noun: 'conversation', objectId: conversationId } as const
    const owner = conversation.assignee_id === null ? null : String(conversation.assignee_id)
    await record(tx, by, { ...entry, before: { owner }, after: { offered_to: String(agentId) } }, now)
    await makeOffer(tx, emit, conversation, { agentId, byId, deadline, wasOnline }, now)
  })

/** Whether an agent is there to take work. */
export async function isAgentOnline(tx: Tx, agentId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ online: boolean }>`
    select ${isOnline(now)} as online from agents a where a.id = ${agentId}`.execute(tx)
  return rows[0]?.online ?? false
}
