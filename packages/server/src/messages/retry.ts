import type { MessageDetails } from '@parley/core/messages/details'
import type { MessageStatus } from '@parley/core/messages/api'
import { Refusal } from '@parley/core/errors'
import { takenBackCode } from '@parley/core/messages/delivery'
import { canRetry } from '@parley/core/messages/rules'
import { lockConversation, refuseArchived } from '../conversations/lock.ts'
import { type Writer, write } from '../db/write.ts'
import { noteReachable } from '../conversations/reach-notes.ts'
import { refuseUnlessOpen } from './refuse-unless-open.ts'
import { endedWait } from './send.ts'
import { queuedNow } from './queued.ts'

/**
 * Queues a failed or undecided message again, with a new deadline. Only a person does this: what may have reached the
 * customer is never sent twice by itself.
 * @throws Refusal message.not-found, message.not-retryable, conversation.archived, message.window-closed
 */
export const retry = (writer: Writer, messageId: number): Promise<void> =>
  write(writer, async (tx, emit) => {
    const found = await tx
      .selectFrom('messages')
      .select('conversation_id')
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (found === undefined) throw new Refusal('message.not-found', { id: messageId })
    const conversation = await lockConversation(tx, found.conversation_id)
    const message = await tx
      .selectFrom('messages')
      .select(['status', 'response_time_seconds', 'wait_started_at', 'details', 'source', 'failure'])
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow()
    const status = message.status as MessageStatus
    const { code } = (message.failure ?? {}) as { code?: unknown }
    if (code === takenBackCode) throw new Refusal('message.not-retryable', { status: 'taken back' })
    if (!canRetry(status)) throw new Refusal('message.not-retryable', { status })
    refuseArchived(conversation)
    const now = writer.now()
    // A person may ask again whether a customer can be reached; nobody may ask again for what is too late.
    const { template } = (message.details ?? {}) as Partial<MessageDetails>
    refuseUnlessOpen({ ...conversation, unreachable: null }, now, template !== undefined)
    // What nobody wrote answers nobody.
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
    if (conversation.unreachable !== null) await noteReachable(tx, emit, conversation.id)
    emit({ noun: 'message', id: messageId, kind: 'changed' })
    // Its row says no longer that it was not sent, nor that its customer waits.
    emit({ noun: 'conversation', id: conversation.id, kind: 'changed' })
  })
