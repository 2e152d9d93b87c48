import type { NotificationType } from '@parley/core/notifications/api'
import { assignedSentence } from '@parley/core/assignments/rules'
import type { RejectReason } from '@parley/core/assignments/constants'
import type { LockedConversation } from '../conversations/lock.ts'
import { type Emit, runJobAt, type Tx } from '../db/write.ts'
import { dismissDone } from '../notifications/dismiss.ts'
import { notify } from '../notifications/notice.ts'

/** The open offer of a locked conversation, with the names of both sides. */
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

export interface NewOffer {
  readonly agentId: number
  /** Null: nobody did, it waited in the queue. */
  readonly byId: number | null
  readonly deadline: Date
  readonly wasOnline: boolean
}

/** Offers a locked conversation, which has no open offer, and tells the agent. Answers the offer's id. */
export async function makeOffer(
  tx: Tx,
  emit: Emit,
  conversation: LockedConversation,
  offer: NewOffer,
  now: Date,
): Promise<number> {
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
  await notify(tx, emit, notice, now)
  emit({ noun: 'agent', id: offer.agentId, kind: 'changed' })
  emit({ noun: 'conversation', id: conversation.id, kind: 'handed' })
  return id
}

/** Withdraws the open offer of a locked conversation, if it has one: the conversation is over. */
export async function withdrawOffer(tx: Tx, emit: Emit, conversationId: number, now: Date): Promise<void> {
  const offer = await openOffer(tx, conversationId)
  if (offer === undefined) return
  await endOffer(tx, emit, offer, { state: 'withdrawn', reason: 'The conversation was closed' }, now)
}

type End = 'accepted' | 'rejected' | 'expired' | 'withdrawn'

/**
 * Ends an open offer, whose conversation is locked: its notice goes, and who made it hears what came of it. The owner is
 * another matter: who had the conversation keeps it.
 */
export async function endOffer(
  tx: Tx,
  emit: Emit,
  offer: OpenOffer,
  end: { readonly state: End; readonly reason: string | null; readonly reasonCode?: RejectReason | null },
  now: Date,
): Promise<void> {
  const { conversation_id: conversationId, agent_id: agentId } = offer
  await tx
    .updateTable('assignments')
    .set({ state: end.state, reason: end.reason, reason_code: end.reasonCode ?? null, ended_at: now })
    .where('id', '=', offer.id)
    .execute()
  await dismissDone(tx, emit, { conversationId, cause: 'offer' }, now)
  // Who withdraws it knows; it may be another than the assigner, who sees it in the history.
  if (end.state !== 'withdrawn' && offer.by_id !== null) {
    const { type, title, words } = outcome[end.state]
    const reason = end.reason === null ? '' : `: ${end.reason}`
    const message = `${offer.agent_name} ${words} conversation #${conversationId}${reason}`
    const to = offer.by_id
    await notify(tx, emit, { agentId: to, cause: 'outcome', type, title, message, conversationId }, now)
  }
  emit({ noun: 'agent', id: agentId, kind: 'changed' })
  emit({ noun: 'conversation', id: conversationId, kind: 'handed' })
}

const outcome: Readonly<
  Record<Exclude<End, 'withdrawn'>, { type: NotificationType; title: string; words: string }>
> = {
  accepted: { type: 'success', title: 'Assignment accepted', words: 'accepted' },
  rejected: { type: 'warning', title: 'Assignment rejected', words: 'rejected' },
  expired: { type: 'warning', title: 'Assignment not answered', words: 'did not answer for' },
}
