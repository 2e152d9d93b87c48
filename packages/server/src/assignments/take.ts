import type { LockedConversation } from '../conversations/lock.ts'
import type { Emit, Tx } from '../db/write.ts'
import { changeOwner } from './owner.ts'

/**
 * Makes an agent, who is locked, the owner of a locked conversation without an offer; written down as accepted at once.
 * Answers the id of what was written.
 */
export async function takeAtOnce(
  tx: Tx,
  emit: Emit,
  conversation: LockedConversation,
  agent: { readonly id: number; readonly name: string },
  now: Date,
): Promise<number> {
  const { id: assignmentId } = await tx
    .insertInto('assignments')
    .values({
      conversation_id: conversation.id,
      agent_id: agent.id,
      by_id: agent.id,
      previous_owner_id: conversation.assignee_id,
      state: 'accepted',
      offered_at: now,
      was_online: true,
      ended_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await changeOwner(tx, emit, conversation, { assignmentId, agent, byId: agent.id }, now)
  return assignmentId
}
