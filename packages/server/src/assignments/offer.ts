import { type RawBuilder, sql } from 'kysely'
import type { RejectReason } from '@parley/core/assignments/constants'
import { assignedSentence, isOfferLate, offerEnd, rejectReason } from '@parley/core/assignments/rules'
import { ApiError } from '@parley/core/errors'
import type { NotificationType } from '@parley/core/notifications/api'
import { type Presence, sweepPresence } from '../agents/presence.ts'
import { isOnline, lockAgent } from '../agents/queries.ts'
import { lockConversation, type LockedConversation } from '../conversations/lock.ts'
import { runJobAt, type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { notify } from '../notifications/notice.ts'
import { dismissDone } from '../notifications/notify.ts'

export const openOffer = (tx: Tx, conversationId: number) =>
  tx
    .selectFrom('assignments')
    .innerJoin('agents', 'agents.id', 'assignments.agent_id')
    .select([
      'assignments.id',
      'assignments.conversation_id',
      'assignments.agent_id',
      'assignments.by_id',
      'assignments.deadline',
      'agents.name as agent_name',
    ])
    .where('conversation_id', '=', conversationId)
    .where('state', '=', 'offered')
    .executeTakeFirst()

export type OpenOffer = NonNullable<Awaited<ReturnType<typeof openOffer>>>

interface NewOffer {
  readonly agentId: number
  /** Null: the offer is automatic. */
  readonly byId: number | null
  readonly deadline: Date
  readonly wasOnline: boolean
}

/** Offers a locked conversation without an open offer, and notifies the agent. Answers the offer's id. */
export async function makeOffer(
  context: TxContext,
  conversation: LockedConversation,
  offer: NewOffer,
): Promise<number> {
  const { tx, publish, now } = context
  const { id } = await tx
    .insertInto('assignments')
    .values({
      conversation_id: conversation.id,
      agent_id: offer.agentId,
      by_id: offer.byId,
      previous_owner_id: conversation.assignee_id,
      state: 'offered',
      offered_at: now,
      deadline: offer.deadline,
      was_online: offer.wasOnline,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await runJobAt(tx, 'expire offers', id, offer.deadline)
  const notice = {
    agentId: offer.agentId,
    cause: 'offer',
    type: 'ASSIGNMENT',
    title: 'New Assignment',
    message: assignedSentence(String(conversation.id)),
    conversationId: conversation.id,
    importance: 'high',
    autoClose: false,
  } as const
  await notify(context, notice)
  publish({ noun: 'agent', id: offer.agentId, kind: 'changed' })
  publish({ noun: 'conversation', id: conversation.id, kind: 'handed' })
  publish({ noun: 'assignment', id: conversation.id, kind: 'changed' })
  return id
}

/** Withdraws the open offer of a locked conversation that is closed now. */
export async function withdrawOffer(context: TxContext, conversationId: number): Promise<void> {
  const offer = await openOffer(context.tx, conversationId)
  if (offer === undefined) return
  await endOffer(context, offer, { state: 'withdrawn', reason: 'The conversation was closed' })
}

type End = 'accepted' | 'rejected' | 'expired' | 'withdrawn'

/**
 * Ends an open offer in a locked conversation: its notice is dismissed and its author notified of the outcome. The owner
 * does not change here.
 */
export async function endOffer(
  context: TxContext,
  offer: OpenOffer,
  end: { readonly state: End; readonly reason: string | null; readonly reasonCode?: RejectReason | null },
): Promise<void> {
  const { tx, publish, now } = context
  const { conversation_id: conversationId, agent_id: agentId } = offer
  await tx
    .updateTable('assignments')
    .set({ state: end.state, reason: end.reason, reason_code: end.reasonCode ?? null, ended_at: now })
    .where('id', '=', offer.id)
    .execute()
  await dismissDone(context, { conversationId, cause: 'offer' })
  // A withdrawal notifies nobody: the author sees it in the history.
  if (end.state !== 'withdrawn' && offer.by_id !== null) {
    const { type, title, words } = outcome[end.state]
    const reason = end.reason === null ? '' : `: ${end.reason}`
    const message = `${offer.agent_name} ${words} conversation #${conversationId}${reason}`
    const to = offer.by_id
    await notify(context, { agentId: to, cause: 'outcome', type, title, message, conversationId })
  }
  publish({ noun: 'agent', id: agentId, kind: 'changed' })
  publish({ noun: 'conversation', id: conversationId, kind: 'handed' })
  publish({ noun: 'assignment', id: conversationId, kind: 'changed' })
}

const outcome: Readonly<
  Record<Exclude<End, 'withdrawn'>, { type: NotificationType; title: string; words: string }>
> = {
  accepted: { type: 'success', title: 'Assignment accepted', words: 'accepted' },
  rejected: { type: 'warning', title: 'Assignment rejected', words: 'rejected' },
  expired: { type: 'warning', title: 'Assignment not answered', words: 'did not answer for' },
}

/**
 * Rejects the offer to this agent. The owner stays; without one the conversation is in the queue.
 * @throws ApiError conversation.not-found, assignment.offered-to-other, assignment.not-offered
 */
export const reject = (
  writer: Writer,
  agentId: number,
  conversationId: number,
  said: { readonly reason?: string | undefined; readonly reason_code?: RejectReason | undefined },
): Promise<void> =>
  write(writer, async context => {
    const { tx, now } = context
    await lockAgent(tx, agentId)
    await lockConversation(tx, conversationId)
    const offer = await openOffer(tx, conversationId)
    if (offer === undefined || isOfferLate(offer.deadline?.getTime() ?? 0, now.getTime())) {
      throw new ApiError('assignment.not-offered')
    }
    if (offer.agent_id !== agentId) {
      throw new ApiError('assignment.offered-to-other', { holder: offer.agent_name })
    }
    await tx.updateTable('agents').set({ last_activity_at: now }).where('id', '=', agentId).execute()
    const { reason, reason_code: code } = said
    const end = { state: 'rejected', reason: rejectReason(reason, code), reasonCode: code ?? null } as const
    await endOffer(context, offer, end)
  })

/**
 * Ends every open offer to an agent who goes offline. The agent must be locked, so that no new offer is made.
 */
export async function endOffersOf(context: TxContext, agentId: number, reason: string): Promise<void> {
  const { tx } = context
  const open = await tx
    .selectFrom('assignments')
    .select('conversation_id')
    .where('agent_id', '=', agentId)
    .where('state', '=', 'offered')
    .orderBy('conversation_id')
    .execute()
  for (const { conversation_id: conversationId } of open) {
    await lockConversation(tx, conversationId)
    const offer = await openOffer(tx, conversationId)
    // While this waited for the lock, the offer ended or another one replaced it.
    if (offer?.agent_id !== agentId) continue
    await endOffer(context, offer, { state: 'expired', reason })
  }
}

/** Ends offers past their deadline. Answers how many. */
export const expireOffers = (writer: Writer): Promise<number> =>
  endWhere(writer, sql`o.deadline <= ${writer.now()}`, offerEnd.silent)

/** Publishes lapsed presence, and ends the offers to agents who were online then and are gone. */
export async function sweepGone(writer: Writer): Promise<number> {
  await sweepPresence(writer)
  const gone = sql`(o.was_online or a.disabled_at is not null) and not ${isOnline(writer.now())}`
  return endWhere(writer, gone, offerEnd.gone)
}

/** Sweeps only when missing presence means absence: not after an outage. */
export const sweepIfSure = async (
  writer: Writer,
  presence: Pick<Presence, 'isAbsenceSure'>,
): Promise<number> => (presence.isAbsenceSure() ? sweepGone(writer) : 0)

/** One transaction per offer, which checks again: another process may have ended the offer. */
async function endWhere(writer: Writer, due: RawBuilder<unknown>, reason: string): Promise<number> {
  const from = sql`from assignments o join agents a on a.id = o.agent_id where o.state = 'offered' and ${due}`
  const { rows } = await sql<{ id: number; conversation_id: number }>`
    select o.id, o.conversation_id ${from} order by o.conversation_id`.execute(writer.db)
  let ended = 0
  for (const { id, conversation_id: conversationId } of rows) {
    const done = await write(writer, async context => {
      const { tx } = context
      await lockConversation(tx, conversationId)
      const still = await sql`select 1 ${from} and o.id = ${id}`.execute(tx)
      const offer = await openOffer(tx, conversationId)
      if (still.rows.length === 0 || offer === undefined) return false
      await endOffer(context, offer, { state: 'expired', reason })
      return true
    })
    if (done) ended += 1
  }
  return ended
}
