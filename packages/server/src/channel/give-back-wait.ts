import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

/**
 * A message that failed for good answered nobody. Its response time goes, and all is as if it had never been written: the
 * first answer that stands since the wait began is the one that ended it, and takes it over; without one the wait runs
 * again from its old start. The conversation must be locked, the message failed already.
 */
export async function giveBackWait(tx: Tx, emit: Emit, messageId: number): Promise<void> {
  const failed = await tx
    .updateTable('messages')
    .set({ response_time_seconds: null })
    .where('id', '=', messageId)
    .where('wait_started_at', 'is not', null)
    .returning(['conversation_id', 'wait_started_at'])
    .executeTakeFirst()
  if (failed === undefined || failed.wait_started_at === null) return
  const { conversation_id: conversationId, wait_started_at: started } = failed
  const answer = await tx
    .selectFrom('messages')
    .select(['id', 'at', 'response_time_seconds', 'wait_started_at'])
    .where('conversation_id', '=', conversationId)
    .where('source', '=', 'AGENT')
    .where('status', '<>', 'failed')
    .where('at', '>=', started)
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (answer === undefined) {
    await tx
      .updateTable('conversations')
      .set({ human_wait_started_at: sql<Date>`least(human_wait_started_at, ${started}::timestamptz)` })
      .where('id', '=', conversationId)
      .execute()
    return
  }
  const own = answer.response_time_seconds === null ? null : answer.wait_started_at
  if (own !== null && own <= started) return
  const sinceStart = ((own ?? answer.at).getTime() - started.getTime()) / 1000
  await tx
    .updateTable('messages')
    .set({
      response_time_seconds: Math.round(sinceStart) + (answer.response_time_seconds ?? 0),
      wait_started_at: started,
    })
    .where('id', '=', answer.id)
    .execute()
  emit({ noun: 'message', id: answer.id, kind: 'changed' })
}
