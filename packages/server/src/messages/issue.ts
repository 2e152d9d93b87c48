import { Refusal } from '@parley/core/errors'
import type { Emit, Tx } from '../db/write.ts'
import { idOf } from '../http/ids.ts'

/**
 * The issue that a message to be sent will belong to, null for none.
 * @throws Refusal input.invalid naming `issue_id`, where it is not one of the conversation's
 */
export async function issueFor(tx: Tx, conversationId: number, text: string | null): Promise<number | null> {
  if (text === null) return null
  const id = idOf(text)
  const issue =
    id === null
      ? undefined
      : await tx
          .selectFrom('issues')
          .select('id')
          .where('id', '=', id)
          .where('conversation_id', '=', conversationId)
          .executeTakeFirst()
  if (issue === undefined) throw Refusal.field('issue_id', 'is no issue of this conversation')
  return issue.id
}

/** An issue lists its messages, so a new one changes it. */
export async function noteAttached(tx: Tx, emit: Emit, issueId: number, now: Date): Promise<void> {
  await tx.updateTable('issues').set({ updated_at: now }).where('id', '=', issueId).execute()
  emit({ noun: 'issue', id: issueId, kind: 'changed' })
}
