import { Refusal } from '@parley/core/errors'
import { seenUpTo } from '@parley/core/rules/unread'
import { sql } from 'kysely'
import { lockConversation } from '../conversations/lock.ts'
import { seenBy } from '../conversations/unread.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import { dismissDone } from '../notifications/dismiss.ts'

/**
 * Raises an agent's mark to a message, or to everything up to now; marks only rise. Answers how many messages this
 * made read. With nothing left unread the agent's notice of the messages is done. A message's first time seen by anybody is written once.
 * @throws Refusal conversation.not-found, message.not-found
 */
export const markSeen = (
  writer: Writer,
  agentId: number,
  conversationId: number,
  upTo: number | null,
): Promise<number> =>
  write(writer, async (tx, emit) => {
    const conversation = await lockConversation(tx, conversationId)
    const target = upTo === null ? conversation.inbound_no : await inboundNo(tx, conversationId, upTo)
    const { mark, atBaseline } = await seenBy(tx, agentId, conversationId)
    const before = seenUpTo(mark, atBaseline)
    if (target <= before) return 0
    await tx
      .insertInto('marks')
      .values({ agent_id: agentId, conversation_id: conversationId, seen_no: target })
      .onConflict(conflict =>
        conflict.columns(['agent_id', 'conversation_id']).doUpdateSet({
          seen_no: sql<number>`greatest(marks.seen_no, excluded.seen_no)`,
        }),
      )
      .execute()
    const fresh = await tx
      .updateTable('messages')
      .set({ first_seen_at: writer.now() })
      .where('conversation_id', '=', conversationId)
      .where('inbound_no', '<=', target)
      .where('first_seen_at', 'is', null)
      .returning('id')
      .execute()
    for (const message of fresh) emit({ noun: 'message', id: message.id, kind: 'changed' })
    if (target >= conversation.inbound_no) {
      await dismissDone(tx, emit, { conversationId, cause: 'message', agentId }, writer.now())
    }
    emit({ noun: 'mark', id: conversationId, kind: 'changed', agentId })
    return target - before
  })

async function inboundNo(tx: Tx, conversationId: number, messageId: number): Promise<number> {
  const message = await tx
    .selectFrom('messages')
    .select('inbound_no')
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  if (message === undefined) throw new Refusal('message.not-found', { id: messageId })
  // What does not count moves no mark.
  return message.inbound_no ?? 0
}
