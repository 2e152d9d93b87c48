import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'
import { stands } from './stands.ts'

/** What is said in a thread by nobody: a line that no agent has to answer, and that is unread for nobody. */
export interface Line {
  readonly conversationId: number
  readonly text: string
  /** Its place in the thread: behind what was written at this moment. */
  readonly at: Date
}

/** Puts a line into a conversation, which must be locked. Answers its id. */
export async function addLine(
  tx: Tx,
  emit: Emit,
  { conversationId, text, at }: Line,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('messages')
    .values({
      conversation_id: conversationId,
      direction: 'INBOUND',
      source: 'SYSTEM',
      message_type: 'system',
      content: text,
      at,
      arrived_at: now,
      status: 'received',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('conversations')
    .set({ last_message_id: newestOf(conversationId), updated_at: now })
    .where('id', '=', conversationId)
    .execute()
  emit({ noun: 'message', id, kind: 'created' })
  emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
  return id
}

/** The message that stands last in a thread; a line that it is back from being put off is nobody's last word. */
export const newestOf = (conversationId: number) => sql<number | null>`(
  select m.id from messages m where m.conversation_id = ${conversationId} and ${stands}
    and (m.source <> 'SYSTEM' or m.details->'snooze' is null)
  order by m.at desc, m.id desc limit 1)`

/** The newest message that a person wrote to the customer. */
export const newestReplyOf = (conversationId: number) => sql<number | null>`(
  select m.id from messages m where m.conversation_id = ${conversationId} and m.direction = 'OUTBOUND'
    and m.source = 'AGENT' and ${stands}
  order by m.at desc, m.id desc limit 1)`
