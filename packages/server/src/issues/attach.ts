import type { MessageId } from '@parley/core/ids'
import { Refusal } from '@parley/core/errors'
import { attachMessage } from '@parley/core/issues/rules'
import { type Writer, write } from '../db/write.ts'
import { noteAttached } from '../messages/send.ts'
import { lockedIssue } from './lock.ts'

/**
 * Attaches a message to an issue, and answers whether it had one already: then nothing changes.
 * @throws Refusal issue.not-found, message.not-found also for a message of another conversation
 */
export const attach = (writer: Writer, id: number, messageId: number): Promise<boolean> =>
  write(writer, async (tx, emit) => {
    const issue = await lockedIssue(tx, id)
    const message = await tx
      .selectFrom('messages')
      .select(['conversation_id', 'issue_id'])
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (message === undefined) throw new Refusal('message.not-found', { id: messageId })
    const now = writer.now()
    const { alreadyAttached } = attachMessage(
      issue,
      {
        id: String(messageId) as MessageId,
        conversation_id: String(message.conversation_id),
        issue_id: message.issue_id === null ? null : String(message.issue_id),
      },
      now,
    )
    if (alreadyAttached) return true
    await tx.updateTable('messages').set({ issue_id: id }).where('id', '=', messageId).execute()
    emit({ noun: 'message', id: messageId, kind: 'changed' })
    await noteAttached(tx, emit, id, now)
    return false
  })
