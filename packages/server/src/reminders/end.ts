import { Refusal } from '@parley/core/errors'
import { lockConversation } from '../conversations/lock.ts'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { dismissDone } from '../notifications/notify.ts'

/**
 * What was promised is done, whoever did it: the reminder leaves its message, and nobody is told of it any more. One that
 * is done already stays so.
 * @throws Refusal reminder.not-found, conversation.not-found, customer.erased
 */
export const endReminder = (writer: Writer, id: number, agentId: number): Promise<void> =>
  write(writer, async (tx, emit) => {
    const found = await tx
      .selectFrom('reminders')
      .select('conversation_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (found === undefined) throw new Refusal('reminder.not-found', { id })
    await lockConversation(tx, found.conversation_id)
    await endNow(tx, emit, { id }, agentId, writer.now())
  })

/** Ends the open reminders at a message that is taken back. Its conversation must be locked. */
export const endRemindersAt = (
  tx: Tx,
  emit: Emit,
  messageId: number,
  agentId: number,
  now: Date,
): Promise<void> => endNow(tx, emit, { message_id: messageId }, agentId, now)

async function endNow(
  tx: Tx,
  emit: Emit,
  which: { readonly id: number } | { readonly message_id: number },
  agentId: number,
  now: Date,
): Promise<void> {
  const [column, value] =
    'id' in which ? (['id', which.id] as const) : (['message_id', which.message_id] as const)
  const ended = await tx
    .updateTable('reminders')
    .set({ done_at: now, done_by: agentId })
    .where(column, '=', value)
    .where('done_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of ended) {
    await dismissDone(tx, emit, { cause: 'reminder', reminderId: id }, now)
    emit({ noun: 'reminder', id, kind: 'changed' })
  }
}
