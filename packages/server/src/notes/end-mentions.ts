import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'
import { dismissDone } from '../notifications/notify.ts'
import { type Answered, seeMentions } from './see-mentions.ts'

/** Dismisses an agent's notices of mentions in a conversation, which must be locked: they have answered there. */
export async function endMentions(
  tx: Tx,
  emit: Emit,
  { conversationId, agentId }: Answered,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ note_id: number }>`
    select note_id from notifications where conversation_id = ${conversationId} and agent_id = ${agentId}
      and cause = 'mention' and dismissed_at is null order by note_id`.execute(tx)
  for (const { note_id: noteId } of rows)
    await dismissDone(tx, emit, { cause: 'mention', noteId, agentId }, now)
  await seeMentions(tx, emit, { conversationId, agentId }, now)
}
