import { sql, type UpdateObject } from 'kysely'
import { takenBackCode } from '@parley/core/messages/delivery'
import type { MessageDetails } from '@parley/core/messages/details'
import type { Database } from '../db/database.ts'
import type { TxContext } from '../db/write.ts'

/** A system line: no agent has to answer it, and it is never unread. */
interface ThreadLine {
  readonly conversationId: number
  readonly text: string
  readonly details?: MessageDetails
  /** Its place in the thread: after the messages of this time. */
  readonly at: Date
}

/** The caller publishes it. The conversation must be locked. Answers the line's id. */
export async function insertThreadLine({ tx, now }: TxContext, line: ThreadLine): Promise<number> {
  const { conversationId, text, details, at } = line
  const { id } = await tx
    .insertInto('messages')
    .values({
      conversation_id: conversationId,
      direction: 'INBOUND',
      source: 'SYSTEM',
      message_type: 'system',
      content: text,
      ...(details !== undefined && { details: JSON.stringify(details) }),
      at,
      arrived_at: now,
      status: 'received',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds and publishes a line in a locked conversation. Answers its id. */
export async function addLine(context: TxContext, line: Omit<ThreadLine, 'details'>): Promise<number> {
  const { tx, publish, now } = context
  const { conversationId } = line
  const id = await insertThreadLine(context, line)
  await tx
    .updateTable('conversations')
    .set({ last_message_id: newestOf(conversationId), updated_at: now })
    .where('id', '=', conversationId)
    .execute()
  publish({ noun: 'message', id, kind: 'created' })
  publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
  return id
}

/** The last message of a thread, without lines about snoozes and needless replies. */
export const newestOf = (conversationId: number) => sql<number | null>`(
  select m.id from messages m where m.conversation_id = ${conversationId} and ${notRetracted}
    and (m.source <> 'SYSTEM' or (m.details->'snooze' is null and m.details->'no_reply' is null))
  order by m.at desc, m.id desc limit 1)`

/** The newest message that a person wrote to the customer. */
export const newestReplyOf = (conversationId: number) => sql<number | null>`(
  select m.id from messages m where m.conversation_id = ${conversationId} and m.direction = 'OUTBOUND'
    and m.source = 'AGENT' and ${notRetracted}
  order by m.at desc, m.id desc limit 1)`

/**
 * Updates last_message_id and the activity after a new message. Messages arrive in any order, so the newest arrival need
 * not be the thread's last. `also`: further columns.
 */
export async function noteMessage(
  { tx, now }: TxContext,
  conversationId: number,
  messageId: number,
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

/** Whether the message `m` was not retracted by its writer before it was sent. */
export const notRetracted = sql<boolean>`(
  m.status <> 'failed' or m.failure->>'code' is distinct from ${sql.lit(takenBackCode)})`
