import type { MessageDetails } from '@parley/core/api/message-details'
import { sendDeadlineMs } from '@parley/core/rules/delivery'
import type { Emit, Tx } from '../db/write.ts'
import { noteMessage } from './newest.ts'
import { waitingLike } from './waiting.ts'

/** What Parley says that nobody asked for at this moment: a notice of the desk, a reminder of the bot. */
export interface OwnMessage {
  readonly conversationId: number
  readonly source: 'BOT' | 'SYSTEM'
  readonly type: 'text' | 'interactive' | 'template'
  readonly content: string
  readonly details: MessageDetails | null
  /** Of the bot: the conversation's, so that nothing of it leaves once a person has it. */
  readonly ownerGeneration: number | null
}

/** Queues it in a locked conversation; it answers nobody. Answers its id. */
export async function queueOwn(
  tx: Tx,
  emit: Emit,
  { conversationId, source, type, content, details, ownerGeneration }: OwnMessage,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('messages')
    .values({
      conversation_id: conversationId,
      direction: 'OUTBOUND',
      source,
      message_type: type,
      content,
      details: details === null ? null : JSON.stringify(details),
      at: now,
      arrived_at: now,
      status: 'queued',
      send_deadline: new Date(now.getTime() + sendDeadlineMs),
      next_try_at: now,
      ...waitingLike(conversationId, now),
      owner_generation: ownerGeneration,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteMessage(tx, conversationId, id, now)
  emit({ noun: 'message', id, kind: 'created' })
  emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
  return id
}
