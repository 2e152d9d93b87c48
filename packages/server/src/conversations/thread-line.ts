import type { MessageDetails } from '@parley/core/messages/details'
import type { Tx } from '../db/write.ts'

/** What is said in a thread by nobody: a line that no agent has to answer, and that is unread for nobody. */
export interface ThreadLine {
  readonly conversationId: number
  readonly text: string
  readonly details?: MessageDetails
  /** Its place in the thread: behind what was written at this moment. */
  readonly at: Date
}

/** Writes the line's row, of which its caller tells; the conversation must be locked. Answers its id. */
export async function insertThreadLine(tx: Tx, line: ThreadLine, now: Date): Promise<number> {
  const { conversationId, text, details, at } = line
  const { id } = await tx
    .insertInto('messages')
    .values({
      conversation_id: conversationId,
      direction: 'INBOUND',
      source: 'SYSTEM',
      message_type: 'system',
      content: text,
      ...(details !== undefined && { details: JSON.stringify(details) }),
      at,
      arrived_at: now,
      status: 'received',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
