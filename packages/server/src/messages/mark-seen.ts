import { sql } from 'kysely'
import { seenUpTo } from '@parley/core/conversations/unread'
import { ApiError } from '@parley/core/errors'
import { seenBy } from '../conversations/counts.ts'
import { lockConversation, type LockedConversation } from '../conversations/lock.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { seeMentions } from '../notes/mentions.ts'
import { dismissDone } from '../notifications/notify.ts'

interface SeenPart {
  /** Only notes that mention the agent. */
  readonly only?: 'mentions' | undefined
  /** The newest seen message; null: everything up to now. */
  readonly upTo: number | null
}

/**
 * Raises an agent's read cursor to a message, or to everything up to now. Mentions become seen, whatever `upTo` is. Answers
 * how many messages became read.
 * @throws ApiError conversation.not-found, message.not-found
 */
export const markSeen = (
  writer: Writer,
  agentId: number,
  conversationId: number,
  { upTo, only }: SeenPart,
): Promise<number> =>
  write(writer, async context => {
    const { tx } = context
    const conversation = await lockConversation(tx, conversationId)
    await seeMentions(context, { conversationId, agentId })
    if (only === 'mentions') return 0
    const target = upTo === null ? conversation.inbound_no : await inboundNo(tx, conversationId, upTo)
    return raiseMark(context, agentId, conversation, target)
  })

async function inboundNo(tx: Tx, conversationId: number, messageId: number): Promise<number> {
  const message = await tx
    .selectFrom('messages')
    .select('inbound_no')
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  if (message === undefined) throw new ApiError('message.not-found', { id: messageId })
  // An uncounted message moves no read cursor.
  return message.inbound_no ?? 0
}

/**
 * Raises an agent's read cursor, which never falls. If nothing is left unread, the agent's notice of the messages is
 * dismissed. A message's first reading by any agent is stored once. The conversation must be locked. Answers how many
 * messages became read.
 * @param seenNo the number of the newest counted message that they have seen
 */
export async function raiseMark(
  context: TxContext,
  agentId: number,
  conversation: Pick<LockedConversation, 'id' | 'inbound_no'>,
  seenNo: number,
): Promise<number> {
  const { tx, publish, now } = context
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
  for (const message of fresh) publish({ noun: 'message', id: message.id, kind: 'changed' })
  if (seenNo >= conversation.inbound_no)
    await dismissDone(context, { conversationId, cause: 'message', agentId })
  publish({ noun: 'mark', id: conversationId, kind: 'changed', agentId })
  return seenNo - before
}

/** The number of the newest counted message up to an id; 0: none. */
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

/** Raises every agent's read cursor to the end: these messages can no longer be read there. The conversations must be locked. */
export async function seeAll({ tx, publish }: TxContext, conversations: readonly number[]): Promise<void> {
  const { rows } = await sql<{ agent_id: number; conversation_id: number }>`
    insert into marks (agent_id, conversation_id, seen_no)
    select a.id, c.id, c.inbound_no from agents a cross join conversations c
    where c.id = any(${conversations}::bigint[]) and c.inbound_no > 0
    on conflict (agent_id, conversation_id) do update set seen_no = excluded.seen_no
      where marks.seen_no < excluded.seen_no
    returning agent_id, conversation_id`.execute(tx)
  for (const { agent_id: agentId, conversation_id: id } of rows)
    publish({ noun: 'mark', id, kind: 'changed', agentId })
}
