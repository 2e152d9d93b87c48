import { ApiError } from '@parley/core/errors'
import type { MessageStatus } from '@parley/core/messages/api'
import { takenBackCode } from '@parley/core/messages/delivery'
import type { MessageDetails } from '@parley/core/messages/details'
import { canRetry } from '@parley/core/messages/rules'
import { lockConversation, refuseArchived } from '../conversations/lock.ts'
import { noteReachable, refuseUnlessOpen } from '../conversations/reach.ts'
import { write, type Writer } from '../db/write.ts'
import { endedWait, queuedNow } from './queue.ts'

/**
 * Queues a failed or unknown message again, with a new deadline. Only an agent does this: a message that may have arrived is
 * never repeated automatically.
 * @throws ApiError message.not-found, message.not-retryable, conversation.archived, message.window-closed
 */
export const retry = (writer: Writer, messageId: number): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    const found = await tx
      .selectFrom('messages')
      .select('conversation_id')
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (found === undefined) throw new ApiError('message.not-found', { id: messageId })
    const conversation = await lockConversation(tx, found.conversation_id)
    const message = await tx
      .selectFrom('messages')
      .select(['status', 'response_time_seconds', 'wait_started_at', 'details', 'source', 'failure'])
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow()
    const status = message.status as MessageStatus
    const { code } = (message.failure ?? {}) as { code?: unknown }
    if (code === takenBackCode) throw new ApiError('message.not-retryable', { status: 'taken back' })
    if (!canRetry(status)) throw new ApiError('message.not-retryable', { status })
    refuseArchived(conversation)
    const { now } = context
    // An unreachable customer may be tried again; a closed window refuses.
    const { template } = (message.details ?? {}) as Partial<MessageDetails>
    refuseUnlessOpen({ ...conversation, unreachable: null }, now, template !== undefined)
    // Only an agent's message ends a customer's wait.
    const waitsAgain = message.source === 'AGENT' && message.response_time_seconds === null
    await tx
      .updateTable('messages')
      .set({
        ...queuedNow(conversation.id, now),
        failure: null,
        tries: 0,
        ...(waitsAgain && endedWait(conversation, now)),
      })
      .where('id', '=', messageId)
      .execute()
    if (waitsAgain) {
      await tx
        .updateTable('conversations')
        .set({ human_wait_started_at: null })
        .where('id', '=', conversation.id)
        .execute()
    }
    if (conversation.unreachable !== null) await noteReachable(context, conversation.id)
    publish({ noun: 'message', id: messageId, kind: 'changed' })
    publish({ noun: 'conversation', id: conversation.id, kind: 'changed' })
  })
