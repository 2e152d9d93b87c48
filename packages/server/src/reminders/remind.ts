import { Refusal } from '@parley/core/errors'
import { reminderLimits } from '@parley/core/reminders/constants'
import { sql } from 'kysely'
import { lockConversation } from '../conversations/lock.ts'
import { requireTimeAhead } from '../conversations/snooze.ts'
import { runJobAt, type Tx, type Writer, write } from '../db/write.ts'
import { dismissDone } from '../notifications/notify.ts'

/** At which message an agent is to be reminded, when, and of what. */
export interface Promised {
  readonly messageId: number
  readonly agentId: number
  readonly dueAt: Date
  readonly text: string
}

/**
 * Reminds an agent at a message: by a new reminder, or by the open one that they have there, with another time or other
 * words. The same again changes nothing. Answers its id.
 * @throws Refusal message.not-found, conversation.not-found, customer.erased, reminder.too-many, input.invalid
 */
export const remind = (writer: Writer, promised: Promised): Promise<number> =>
  write(writer, async (tx, emit) => {
    const { messageId, agentId, dueAt, text } = promised
    const now = writer.now()
    requireTimeAhead('due_at', dueAt, now)
    const conversationId = await lockedConversationOf(tx, messageId)
    const open = await tx
      .selectFrom('reminders')
      .select(['id', 'text', 'due_at'])
      .where('message_id', '=', messageId)
      .where('agent_id', '=', agentId)
      .where('done_at', 'is', null)
      .executeTakeFirst()
    if (open === undefined) {
      await refuseTooMany(tx, conversationId)
      const place = { conversation_id: conversationId, message_id: messageId, agent_id: agentId }
      const { id } = await tx
        .insertInto('reminders')
        .values({ ...place, text, due_at: dueAt, set_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await runJobAt(tx, 'send reminders', id, dueAt)
      emit({ noun: 'reminder', id, kind: 'created' })
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
    await dismissDone(tx, emit, { cause: 'reminder', reminderId: id }, now)
    emit({ noun: 'reminder', id, kind: 'changed' })
    return id
  })

/** The conversation of a message, locked. Read anew under the lock: its messages may have gone into another one meanwhile. */
async function lockedConversationOf(tx: Tx, messageId: number): Promise<number> {
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
  if (message === undefined) throw new Refusal('message.not-found', { id: messageId })
  return message.conversation_id
}

/** So that all of them fit into one answer. */
async function refuseTooMany(tx: Tx, conversationId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('reminders')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('conversation_id', '=', conversationId)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  const most = reminderLimits.ofConversation
  if (count >= most) throw new Refusal('reminder.too-many', { most })
}
