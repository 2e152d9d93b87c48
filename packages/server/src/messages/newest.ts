import { sql, type UpdateObject } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tx } from '../db/write.ts'

/**
 * Makes a message the conversation's last one if it comes last in thread order, and notes the activity. Messages arrive
 * in any order, so the newest arrival need not be the last of the thread. `also`: what else changes with it.
 */
export async function noteMessage(
  tx: Tx,
  conversationId: number,
  messageId: number,
  now: Date,
  also: UpdateObject<Database, 'conversations'> = {},
): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({
      ...also,
      last_message_id: sql<number>`(select id from messages where conversation_id = ${conversationId} and id in (${messageId}, last_message_id) order by at desc, id desc limit 1)`,
      last_activity: sql<Date>`greatest(last_activity, ${now}::timestamptz)`,
      updated_at: now,
    })
    .where('id', '=', conversationId)
    .execute()
}
