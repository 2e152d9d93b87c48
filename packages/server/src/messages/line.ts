import { sql } from 'kysely'
import { insertThreadLine, type ThreadLine } from '../conversations/thread-line.ts'
import type { Emit, Tx } from '../db/write.ts'
import { stands } from './stands.ts'

export type Line = Omit<ThreadLine, 'details'>

/** Puts a line into a conversation, which must be locked. Answers its id. */
export async function addLine(tx: Tx, emit: Emit, line: Line, now: Date): Promise<number> {
  const { conversationId } = line
  const id = await insertThreadLine(tx, line, now)
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
