import type { LockedConversation } from '../conversations/lock.ts'
import { silenceBot } from '../conversations/with-bot.ts'
import type { Emit, Tx } from '../db/write.ts'
import { dismissDone } from '../notifications/dismiss.ts'
import { notify } from '../notifications/notice.ts'

export interface NewOwner {
  readonly assignmentId: number
  readonly agent: { readonly id: number; readonly name: string }
  /** Who brought it about; null: an offer that nobody made. */
  readonly byId: number | null
}

/**
 * Gives a locked conversation to an agent, and writes that down. Customers' messages are the owner's alone from then on,
 * and who had it hears of it unless they gave it away themselves.
 */
export async function changeOwner(
  tx: Tx,
  emit: Emit,
  conversation: LockedConversation,
  { assignmentId, agent, byId }: NewOwner,
  now: Date,
): Promise<void> {
  const { id: conversationId, assignee_id: from } = conversation
  if (from === agent.id) return
  await tx
    .updateTable('conversations')
    .set({ assignee_id: agent.id, updated_at: now, ...(await silenceBot(tx, emit, conversation)) })
    .where('id', '=', conversationId)
    .execute()
  await tx
    .insertInto('owner_changes')
    .values({
      conversation_id: conversationId,
      assignment_id: assignmentId,
      from_id: from,
      to_id: agent.id,
      by_id: byId,
      at: now,
    })
    .execute()
  await tx.updateTable('agents').set({ last_activity_at: now }).where('id', '=', agent.id).execute()
  await dismissDone(tx, emit, { conversationId, cause: 'message', exceptAgentId: agent.id }, now)
  if (from !== null && from !== byId) {
    const message = `${agent.name} has conversation #${conversationId} now`
    const title = 'Conversation transferred'
    await notify(
      tx,
      emit,
      { agentId: from, cause: 'outcome', type: 'transfer', title, message, conversationId },
      now,
    )
  }
  emit({ noun: 'conversation', id: conversationId, kind: 'handed' })
  emit({ noun: 'agent', id: agent.id, kind: 'changed' })
  if (from !== null) emit({ noun: 'agent', id: from, kind: 'changed' })
}
