import { sql } from 'kysely'
import { isOfferLate } from '@parley/core/assignments/rules'
import { isOnline, lockAgent } from '../agents/queries.ts'
import { type Doer, record } from '../audit/record.ts'
import { lockConversation, type LockedConversation, refuseArchived } from '../conversations/lock.ts'
import { type Emit, type Tx, write, type Writer } from '../db/write.ts'
import { endOffer, makeOffer, openOffer } from './offer.ts'
import { takeAtOnce } from './take.ts'

export interface Assigning {
  readonly conversationId: number
  readonly agentId: number
  readonly by: Doer & { readonly agentId: number }
  /** Milliseconds that the agent has for the answer. */
  readonly deadlineMs: number
  /** An offer that waits for this agent already stays as it is, so that the same again tells nobody twice. */
  readonly keepsOffer?: true
}

/** What an assignment came to; `kept`: the agent has it, or was offered it, already; at most an offer to another was withdrawn. */
export type Assigned =
  | { readonly as: 'kept'; readonly withdrew: boolean }
  | { readonly as: 'offered' | 'taken'; readonly assignmentId: number }

/**
 * Offers a conversation to an agent in place of an open offer; to oneself it is accepted at once. May exceed the agent's
 * capacity. To who has it already it only takes back the open offer.
 * @throws Refusal agent.not-found, conversation.not-found, conversation.archived
 */
export const assign = (writer: Writer, assigning: Assigning): Promise<Assigned> =>
  write(writer, async (tx, emit) => {
    const agent = await lockAgent(tx, assigning.agentId)
    const conversation = await lockConversation(tx, assigning.conversationId)
    return assignLocked(tx, emit, { agent, conversation, ...assigning }, writer.now())
  })

interface LockedAssigning extends Omit<Assigning, 'conversationId' | 'agentId'> {
  readonly agent: { readonly id: number; readonly name: string }
  readonly conversation: LockedConversation
}

/** The same where agent and conversation, in this order, are locked. @throws Refusal conversation.archived */
export async function assignLocked(
  tx: Tx,
  emit: Emit,
  { agent, conversation, by, deadlineMs, keepsOffer }: LockedAssigning,
  now: Date,
): Promise<Assigned> {
  refuseArchived(conversation)
  const { id: conversationId, assignee_id: ownerId } = conversation
  const open = await openOffer(tx, conversationId)
  if (keepsOffer && open?.agent_id === agent.id && !isOfferLate(open.deadline?.getTime() ?? 0, now.getTime()))
    return { as: 'kept', withdrew: false }
  if (open !== undefined) await endOffer(tx, emit, open, { state: 'withdrawn', reason: null }, now)
  if (ownerId === agent.id) return { as: 'kept', withdrew: open !== undefined }
  const byId = by.agentId
  if (agent.id === byId)
    return { as: 'taken', assignmentId: await takeAtOnce(tx, emit, conversation, agent, now) }
  const deadline = new Date(now.getTime() + deadlineMs)
  const wasOnline = await isAgentOnline(tx, agent.id, now)
  const entry = { action: 'conversation.assigned', noun: 'conversation', objectId: conversationId } as const
  const owner = ownerId === null ? null : String(ownerId)
  await record(tx, by, { ...entry, before: { owner }, after: { offered_to: String(agent.id) } }, now)
  const offer = { agentId: agent.id, byId, deadline, wasOnline }
  return { as: 'offered', assignmentId: await makeOffer(tx, emit, conversation, offer, now) }
}

/** Whether an agent is there to take work. */
export async function isAgentOnline(tx: Tx, agentId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ online: boolean }>`
    select ${isOnline(now)} as online from agents a where a.id = ${agentId}`.execute(tx)
  return rows[0]?.online ?? false
}
