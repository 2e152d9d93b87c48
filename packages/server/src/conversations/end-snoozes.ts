import { snoozeNotice } from '@parley/core/notifications/rules'
import { type Tx, write, type Writer } from '../db/write.ts'
import { notifyOfSnooze } from '../notifications/notify-of-snooze.ts'
import { addSnoozeLine } from './snooze-line.ts'
import { notSnoozed } from './snooze.ts'

/** So many are brought back at a time. */
const most = 100

/** Brings back what was put off until now or earlier, and tells its owner, or who put it off. Answers how many. */
export async function endSnoozes(writer: Writer): Promise<number> {
  const due = await writer.db
    .selectFrom('conversations')
    .select('id')
    .where('snoozed_until', '<=', writer.now())
    .orderBy('snoozed_until')
    .limit(most)
    .execute()
  for (const { id } of due) {
    await write(writer, async (tx, emit) => {
      const row = await stillDue(tx, id, writer.now())
      if (row === undefined) return
      await tx.updateTable('conversations').set(notSnoozed).where('id', '=', id).execute()
      emit({ noun: 'conversation', id, kind: 'changed' })
      if (row.status === 'RESOLVED' || row.status === 'ARCHIVED' || row.with_bot) return
      const { snoozed_until: until, snoozed_by: byId } = row
      if (until !== null)
        await addSnoozeLine(tx, emit, { conversationId: id, until, byId, end: 'time' }, writer.now())
      const agentId = row.assignee_id ?? row.snoozed_by
      if (agentId === null) return
      const say = (customer: string) => snoozeNotice(customer, row.snooze_reason)
      await notifyOfSnooze(tx, emit, { conversationId: id, agentId, say }, writer.now())
    })
  }
  return due.length
}

/** It may have been taken back, or put off further, since it was looked for. */
const stillDue = (tx: Tx, id: number, now: Date) =>
  tx
    .selectFrom('conversations')
    .select(['status', 'with_bot', 'assignee_id', 'snoozed_until', 'snoozed_by', 'snooze_reason'])
    .where('id', '=', id)
    .where('snoozed_until', '<=', now)
    .forNoKeyUpdate()
    .executeTakeFirst()
