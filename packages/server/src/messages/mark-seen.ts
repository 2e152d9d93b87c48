import { Refusal } from '@parley/core/errors'
import { lockConversation } from '../conversations/lock.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import { seeMentions } from '../notes/see-mentions.ts'
import { raiseMark } from './raise-mark.ts'

/** What an agent has seen of a conversation. */
export interface SeenPart {
  /** Just what mentions them. */
  readonly only?: 'mentions' | undefined
  /** The newest message of it; null: everything up to now. */
  readonly upTo: number | null
}

/**
 * Raises an agent's mark to a message, or to everything up to now; marks only rise. Answers how many messages this
 * made read. What mentions them there is seen, whatever `upTo` is. With nothing left unread the agent's notice of the messages is done. A message's first time seen by anybody is written once.
 * @throws Refusal conversation.not-found, message.not-found
 */
export const markSeen = (
  writer: Writer,
  agentId: number,
  conversationId: number,
  { upTo, only }: SeenPart,
): Promise<number> =>
  write(writer, async (tx, emit) => {
    const conversation = await lockConversation(tx, conversationId)
    const now = writer.now()
    await seeMentions(tx, emit, { conversationId, agentId }, now)
    if (only === 'mentions') return 0
    const target = upTo === null ? conversation.inbound_no : await inboundNo(tx, conversationId, upTo)
    return raiseMark(tx, emit, { agentId, conversation, seenNo: target }, now)
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
