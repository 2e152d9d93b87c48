import { sql } from 'kysely'
import { ApiError } from '@parley/core/errors'
import { reminderLimits } from '@parley/core/reminders/constants'
import { lockConversation } from '../conversations/lock.ts'
import { requireTimeAhead } from '../conversations/snooze.ts'
import { refuseBeyond } from '../db/row-limit.ts'
import { runJobAt, type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { dismissDone } from '../notifications/notify.ts'

interface NewReminder {
  readonly messageId: number
  readonly agentId: number
  readonly dueAt: Date
  readonly text: string
}

/**
 * Sets an agent's reminder at a message, and returns its id. An open reminder of theirs at that message gets the new time
 * and text. The same again changes nothing.
 * @throws ApiError message.not-found, conversation.not-found, customer.erased, reminder.too-many, input.invalid
 */
export const remind = (writer: Writer, { messageId, agentId, dueAt, text }: NewReminder): Promise<number> =>
  write(writer, async context => {
    const { tx, publish, now } = context
    requireTimeAhead('due_at', dueAt, now)
    const conversationId = await lockConversationOf(tx, messageId)
    const open = await tx
      .selectFrom('reminders')
      .select(['id', 'text', 'due_at'])
      .where('message_id', '=', messageId)
      .where('agent_id', '=', agentId)
      .where('done_at', 'is', null)
      .executeTakeFirst()
    if (open === undefined) {
      const reminders = sql`reminders where conversation_id = ${conversationId} and done_at is null`
      await refuseBeyond(tx, reminderLimits.ofConversation, 'reminder.too-many', reminders)
      const place = { conversation_id: conversationId, message_id: messageId, agent_id: agentId }
      const { id } = await tx
        .insertInto('reminders')
        .values({ ...place, text, due_at: dueAt, set_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await runJobAt(tx, 'send reminders', id, dueAt)
      publish({ noun: 'reminder', id, kind: 'created' })
      return id
    }
    const { id } = open
    if (open.text === text && open.due_at.getTime() === dueAt.getTime()) return id
    await tx
      .updateTable('reminders')
      .set({ text, due_at: dueAt, told_at: null })
      .where('id', '=', id)
      .execute()
    await runJobAt(tx, 'send reminders', id, dueAt)
    await dismissDone(context, { cause: 'reminder', reminderId: id })
    publish({ noun: 'reminder', id, kind: 'changed' })
    return id
  })

/** Reads the conversation again under its lock: the message may have moved into another one meanwhile. */
async function lockConversationOf(tx: Tx, messageId: number): Promise<number> {
  for (;;) {
    const id = await conversationOf(tx, messageId)
    await lockConversation(tx, id)
    if ((await conversationOf(tx, messageId)) === id) return id
  }
}

async function conversationOf(tx: Tx, messageId: number): Promise<number> {
  const message = await tx
    .selectFrom('messages')
    .select('conversation_id')
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (message === undefined) throw new ApiError('message.not-found', { id: messageId })
  return message.conversation_id
}

/**
 * Ends a reminder, whichever agent set it, and dismisses its notifications. A done reminder stays as it is.
 * @throws ApiError reminder.not-found, conversation.not-found, customer.erased
 */
export const endReminder = (writer: Writer, id: number, agentId: number): Promise<void> =>
  write(writer, async context => {
    const { tx } = context
    const found = await tx
      .selectFrom('reminders')
      .select('conversation_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (found === undefined) throw new ApiError('reminder.not-found', { id })
    await lockConversation(tx, found.conversation_id)
    await end(context, 'id', id, agentId)
  })

/** Ends the open reminders at a message that is taken back. Its conversation must be locked. */
export const endRemindersAt = (context: TxContext, messageId: number, agentId: number): Promise<void> =>
  end(context, 'message_id', messageId, agentId)

async function end(
  context: TxContext,
  column: 'id' | 'message_id',
  value: number,
  agentId: number,
): Promise<void> {
  const { tx, publish, now } = context
  const ended = await tx
    .updateTable('reminders')
    .set({ done_at: now, done_by: agentId })
    .where(column, '=', value)
    .where('done_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of ended) {
    await dismissDone(context, { cause: 'reminder', reminderId: id })
    publish({ noun: 'reminder', id, kind: 'changed' })
  }
}
