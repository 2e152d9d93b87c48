import { Refusal } from '@parley/core/errors'
import { lockConversation } from '../conversations/lock.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import { raiseMark } from './raise-mark.ts'

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
    return raiseMark(tx, emit, { agentId, conversation, seenNo: target }, writer.now())
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
