import type { Emit, Tx } from '../db/write.ts'
import type { FailureFacts } from './failure-facts.ts'
import { giveBackWait } from './give-back-wait.ts'
import { notWaiting } from './sending-hold.ts'

/**
 * A queued message fails for good without leaving; it answered nobody. Its conversation must be locked.
 * @param also what else is noted at it
 */
export async function failUnsent(
  tx: Tx,
  emit: Emit,
  id: number,
  failure: FailureFacts,
  also: { readonly revoked_at?: Date } = {},
): Promise<void> {
  const { conversation_id: conversationId } = await tx
    .updateTable('messages')
    .set({ status: 'failed', failure: JSON.stringify(failure), next_try_at: null, ...notWaiting, ...also })
    .where('id', '=', id)
    .returning('conversation_id')
    .executeTakeFirstOrThrow()
  await giveBackWait(tx, emit, id)
  emit({ noun: 'message', id, kind: 'changed' })
  // Its row says so, and whether the customer waits again.
  emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
}
