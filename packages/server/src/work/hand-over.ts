import { sql } from 'kysely'
import { ApiError } from '@parley/core/errors'
import { lockAgent } from '../agents/queries.ts'
import { addGivenNote, assignLocked, type GivenNote } from '../assignments/assign.ts'
import { toQueue } from '../assignments/hand-back.ts'
import { endOffer, openOffer } from '../assignments/offer.ts'
import { type Actor, record } from '../audit/record.ts'
import type { Done } from '../bulk/each.ts'
import { lockConversation, type LockedConversation, alreadyAssignedError } from '../conversations/lock.ts'
import { type Reader, type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { isVisible, type VisibilityScope } from '../visibility/queries.ts'

type By = Actor & { readonly agentId: number }

/** One of an agent's conversations at the end of their shift. */
interface HandingOver {
  readonly conversationId: number
  readonly by: By
  readonly visibility: VisibilityScope
  readonly nextStep: GivenNote | null
  /** An offer to this agent, or the queue; null: it stays. */
  readonly to: number | 'queue' | null
  /** The giver goes offline, and loses the conversation even if nobody accepts the offer. */
  readonly leaves: boolean
  /** Milliseconds until an offer expires. */
  readonly deadlineMs: number
}

/**
 * Adds the next step as a note and gives the conversation away, both or neither. A repeat changes nothing, so a call whose
 * response was lost can be repeated. Answers null where nothing changed.
 * @throws ApiError conversation.not-found, customer.erased, agent.not-found, assignment.taken, conversation.changed,
 * note.same-client-id, note.too-many
 */
export const handOver = (writer: Writer, asked: HandingOver): Promise<Done> =>
  write(writer, async context => {
    const { tx } = context
    const { conversationId, by, nextStep, to } = asked
    // Agents are locked before conversations.
    const agent = typeof to === 'number' ? await lockAgent(tx, to) : null
    const conversation = await lockConversation(tx, conversationId)
    if (conversation.assignee_id !== by.agentId) {
      if (to !== null && (await wasGiven(tx, { conversationId, fromId: by.agentId, to }))) return null
      throw await notTheirs(tx, conversation, asked.visibility)
    }
    if (conversation.status === 'RESOLVED' || conversation.status === 'ARCHIVED')
      throw new ApiError('conversation.changed')
    const isNoted =
      nextStep !== null && (await addGivenNote(context, { conversation, byId: by.agentId, note: nextStep }))
    const isGiven = await give(context, { conversation, agent, ...asked })
    return isGiven || isNoted ? { undo: null } : null
  })

interface Giving extends Omit<HandingOver, 'conversationId'> {
  readonly conversation: LockedConversation
  /** Locked; null: to the queue. */
  readonly agent: { readonly id: number; readonly name: string } | null
}

/** Gives a locked conversation away. Answers whether that changed anything. */
async function give(
  context: TxContext,
  { conversation, agent, by, to, leaves, deadlineMs }: Giving,
): Promise<boolean> {
  if (to === null) return false
  const { id } = conversation
  if (agent !== null) {
    const assigned = await assignLocked(context, { agent, conversation, by, deadlineMs, keepsOffer: true })
    if (assigned.as === 'kept' && (agent.id === by.agentId || !leaves)) return assigned.withdrew
    if (!leaves) return true
  } else {
    const open = await openOffer(context.tx, id)
    if (open !== undefined) await endOffer(context, open, { state: 'withdrawn', reason: null })
    const change = { before: { owner: String(by.agentId) }, after: { owner: null } }
    await record(context, by, 'conversation.assigned', id, change)
  }
  // Its offer stays open; if nobody accepts, the queue has the conversation.
  await toQueue(context, [id], { fromId: by.agentId, byId: by.agentId })
  return true
}

interface Given {
  readonly conversationId: number
  readonly fromId: number
  readonly to: number | 'queue'
}

/** Whether an agent lost a conversation by giving it to this target before, whatever happened later. */
async function wasGiven(tx: Tx, { conversationId, fromId, to }: Given): Promise<boolean> {
  const isThere =
    to === 'queue'
      ? sql`l.to_id is null and l.by_id = ${fromId}`
      : sql`exists (
          select 1 from assignments a
          where a.conversation_id = ${conversationId} and a.agent_id = ${to} and a.by_id = ${fromId}
            and (a.id = l.assignment_id or (l.to_id is null and l.by_id = ${fromId} and a.offered_at >= l.at)))`
  const { rows } = await sql<{ given: boolean }>`
    select ${isThere} as given from owner_changes l
    where l.conversation_id = ${conversationId} and l.from_id = ${fromId}
    order by l.at desc, l.id desc limit 1`.execute(tx)
  return rows[0]?.given ?? false
}

/** An invisible conversation is answered as not found. */
async function notTheirs(
  tx: Tx,
  { id, assignee_id: ownerId }: LockedConversation,
  visibility: VisibilityScope,
) {
  const { rows } =
    await sql`select 1 from conversations c where c.id = ${id} and ${isVisible(visibility)}`.execute(tx)
  if (rows.length === 0) return new ApiError('conversation.not-found', { id })
  return ownerId === null ? new ApiError('conversation.changed') : alreadyAssignedError(tx, ownerId)
}

/** Whether an agent owns any open one of these conversations. */
export async function hasAnyOf(reader: Reader, agentId: number, texts: readonly string[]): Promise<boolean> {
  const ids = texts.map(idOf).filter(id => id !== null)
  const { rows } = await sql`
    select 1 from conversations c
    where c.id = any(${ids}::bigint[]) and c.assignee_id = ${agentId}
      and c.status not in ('RESOLVED', 'ARCHIVED') limit 1`.execute(reader)
  return rows.length > 0
}
