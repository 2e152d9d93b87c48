import { exceedsCapacity, isOfferLate } from '@parley/core/assignments/rules'
import { ApiError } from '@parley/core/errors'
import { lockAgent } from '../agents/queries.ts'
import { type Actor, record } from '../audit/record.ts'
import { lockConversation, type LockedConversation, refuseArchived } from '../conversations/lock.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { addNoteLocked } from '../notes/actions.ts'
import { notify } from '../notifications/notice.ts'
import { toQueue } from './hand-back.ts'
import { endOffer, makeOffer, openOffer } from './offer.ts'
import { isAgentOnline, takeAtOnce, workloadOf } from './take.ts'

interface Assigning {
  readonly conversationId: number
  readonly agentId: number
  readonly by: Actor & { readonly agentId: number }
  /** Milliseconds until the offer expires. */
  readonly deadlineMs: number
  /** An open offer to this agent stays, so that a repeat notifies nobody twice. */
  readonly keepsOffer?: boolean
  /** The agent has it at once, without an answer. */
  readonly atOnce?: boolean
}

/** Words for the agent who gets a conversation. */
export interface GivenNote {
  readonly clientId: string
  readonly text: string
}

interface NotedAssigning extends Assigning {
  readonly note?: GivenNote | null
  /** Refuses what would pass the agent's capacity. */
  readonly withinCapacity?: boolean
}

/** `kept`: the agent has it, or an offer of it, already; at most another agent's offer was withdrawn. */
type Assigned =
  | { readonly as: 'kept'; readonly withdrew: boolean }
  | { readonly as: 'offered' | 'taken'; readonly assignmentId: number }

/**
 * Offers a conversation to an agent, in place of an open offer, and adds the note, both or neither. An agent who assigns to
 * themselves takes it at once. If the agent is the owner, only the open offer is withdrawn. With the same note again, which
 * is a repeat, an open offer to the agent stays.
 * @throws ApiError agent.not-found, agent.over-capacity, conversation.not-found, customer.erased, conversation.archived,
 * note.same-client-id, note.too-many
 */
export const assign = (writer: Writer, assigning: NotedAssigning): Promise<Assigned> =>
  write(writer, async context => {
    const { tx } = context
    const { note = null, withinCapacity = false, keepsOffer = false, by } = assigning
    const agent = await lockAgent(tx, assigning.agentId)
    const conversation = await lockConversation(tx, assigning.conversationId)
    if (withinCapacity) await refuseBeyondCapacity(tx, { agent, conversation, byId: by.agentId })
    const isRepeat = note !== null && !(await addGivenNote(context, { conversation, byId: by.agentId, note }))
    return assignLocked(context, { agent, conversation, ...assigning, keepsOffer: keepsOffer || isRepeat })
  })

/** Adds the giver's words to a locked conversation. Answers whether they are new. */
export const addGivenNote = async (
  context: TxContext,
  given: {
    readonly conversation: LockedConversation
    readonly byId: number
    readonly note: GivenNote
  },
): Promise<boolean> => {
  const { conversation, byId: agentId, note } = given
  const written = { conversationId: conversation.id, agentId, ...note, mentions: [] }
  return (await addNoteLocked(context, written)).isNew
}

interface Giving {
  readonly agent: { readonly id: number; readonly name: string; readonly max_capacity: number }
  readonly conversation: LockedConversation
  readonly byId: number
}

async function refuseBeyondCapacity(tx: Tx, { agent, conversation, byId }: Giving): Promise<void> {
  const open = await openOffer(tx, conversation.id)
  const counts = conversation.assignee_id === agent.id || open?.agent_id === agent.id
  const [workload, capacity] = [await workloadOf(tx, agent.id), agent.max_capacity]
  if (!exceedsCapacity({ workload, capacity, counts })) return
  const name = agent.id === byId ? {} : { name: agent.name }
  throw new ApiError('agent.over-capacity', { ...name, workload, capacity })
}

interface LockedAssigning extends Omit<Assigning, 'conversationId' | 'agentId'> {
  readonly agent: { readonly id: number; readonly name: string }
  readonly conversation: LockedConversation
}

/** Agent and then conversation must be locked. @throws ApiError conversation.archived */
export async function assignLocked(
  context: TxContext,
  { agent, conversation, by, deadlineMs, keepsOffer = false, atOnce = false }: LockedAssigning,
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
  const before = { owner: ownerId === null ? null : String(ownerId) }
  if (atOnce) {
    const after = { owner: String(agent.id) }
    await record(context, by, 'conversation.assigned', conversationId, { before, after })
    const assignmentId = await takeAtOnce(context, conversation, agent, byId)
    await notifyOwner(context, { conversationId, agentId: agent.id, byId })
    return { as: 'taken', assignmentId }
  }
  const deadline = new Date(now.getTime() + deadlineMs)
  const wasOnline = await isAgentOnline(context, agent.id)
  const after = { offered_to: String(agent.id) }
  await record(context, by, 'conversation.assigned', conversationId, { before, after })
  const offer = { agentId: agent.id, byId, deadline, wasOnline }
  return { as: 'offered', assignmentId: await makeOffer(context, conversation, offer) }
}

/** Tells an agent that they own a conversation which a colleague gave them. */
async function notifyOwner(
  context: TxContext,
  given: { readonly conversationId: number; readonly agentId: number; readonly byId: number },
): Promise<void> {
  const { conversationId, agentId, byId } = given
  const giver = context.tx.selectFrom('agents').select('name').where('id', '=', byId)
  const { name } = await giver.executeTakeFirstOrThrow()
  const message = `${name} assigned conversation #${conversationId} to you`
  const notice = {
    cause: 'outcome',
    type: 'transfer',
    title: 'Conversation assigned to you',
    message,
  } as const
  await notify(context, { ...notice, agentId, conversationId, importance: 'high' })
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
