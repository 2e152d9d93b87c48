import { seenUpTo } from '@parley/core/conversations/unread'
import { sql } from 'kysely'
import type { LockedConversation } from '../conversations/lock.ts'
import { seenBy } from '../conversations/unread.ts'
import type { Emit, Tx } from '../db/write.ts'
import { dismissDone } from '../notifications/dismiss.ts'

/** Up to where an agent has seen a conversation, which must be locked. */
export interface Seeing {
  readonly agentId: number
  readonly conversation: Pick<LockedConversation, 'id' | 'inbound_no'>
  /** The number of the newest countable message that they have seen. */
  readonly seenNo: number
}

/**
 * Raises an agent's mark; marks only rise. With nothing left unread the agent's notice of the messages is done. A message's
 * first time seen by anybody is written once. Answers how many messages this made read.
 */
export async function raiseMark(
  tx: Tx,
  emit: Emit,
  { agentId, conversation, seenNo }: Seeing,
  now: Date,
): Promise<number> {
  const conversationId = conversation.id
  const { mark, atBaseline } = await seenBy(tx, agentId, conversationId)
  const before = seenUpTo(mark, atBaseline)
  if (seenNo <= before) return 0
  await tx
    .insertInto('marks')
    .values({ agent_id: agentId, conversation_id: conversationId, seen_no: seenNo })
    .onConflict(conflict =>
      conflict.columns(['agent_id', 'conversation_id']).doUpdateSet({
        seen_no: sql<number>`greatest(marks.seen_no, excluded.seen_no)`,
      }),
    )
    .execute()
  const fresh = await tx
    .updateTable('messages')
    .set({ first_seen_at: now })
    .where('conversation_id', '=', conversationId)
    .where('inbound_no', '<=', seenNo)
    .where('first_seen_at', 'is', null)
    .returning('id')
    .execute()
  for (const message of fresh) emit({ noun: 'message', id: message.id, kind: 'changed' })
  if (seenNo >= conversation.inbound_no)
    await dismissDone(tx, emit, { conversationId, cause: 'message', agentId }, now)
  emit({ noun: 'mark', id: conversationId, kind: 'changed', agentId })
  return seenNo - before
}

/** The number of the newest countable message of a conversation up to an id; 0 where there is none. */
export async function inboundNoUpTo(tx: Tx, conversationId: number, messageId: number): Promise<number> {
  const { newest } = await tx
    .selectFrom('messages')
    .select(({ fn }) => fn.max('inbound_no').as('newest'))
    .where('conversation_id', '=', conversationId)
    .where('inbound_no', 'is not', null)
    .where('id', '<=', messageId)
    .executeTakeFirstOrThrow()
  return newest ?? 0
}
