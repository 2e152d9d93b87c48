import { customerName } from '@parley/core/rules/conversation'
import { reminderNotice } from '@parley/core/rules/notification'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { notify } from '../notifications/notice.ts'
import { agentsWhoSee } from '../sight/queries.ts'

/** So many are told of at a time. */
const most = 100

/**
 * Tells of the reminders whose time has come: whoever promised, and who has the conversation since, of whom only those who
 * may see it. Each once, however many processes look and however late. Answers how many there were.
 */
export async function tellReminders(writer: Writer): Promise<number> {
  const due = await writer.db
    .selectFrom('reminders')
    .select(['id', 'conversation_id'])
    .where('due_at', '<=', writer.now())
    .where('told_at', 'is', null)
    .where('done_at', 'is', null)
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)
    .execute()
  for (const { id, conversation_id: conversationId } of due)
    await write(writer, (tx, emit) => tellOne(tx, emit, id, conversationId, writer.now()))
  return due.length
}

async function tellOne(tx: Tx, emit: Emit, id: number, conversationId: number, now: Date): Promise<void> {
  const conversation = await tx
    .selectFrom('conversations')
    .select('assignee_id')
    .where('id', '=', conversationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // Told under the lock: another process may have done so, or an agent may have put it off, since it was looked for.
  const reminder = await tx
    .updateTable('reminders')
    .set({ told_at: now })
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .where('told_at', 'is', null)
    .where('done_at', 'is', null)
    .returning(['agent_id', 'text'])
    .executeTakeFirst()
  if (reminder === undefined) return
  const { customer, promisedBy } = await namesOf(tx, conversationId, reminder.agent_id)
  const seers = new Set((await agentsWhoSee(tx, conversationId)).map(agent => agent.id))
  const wanted = new Set([reminder.agent_id, conversation.assignee_id])
  for (const agentId of wanted) {
    if (agentId === null || !seers.has(agentId)) continue
    const isOwn = agentId === reminder.agent_id
    const said = reminderNotice(customer, reminder.text, isOwn ? null : promisedBy)
    const notice = {
      agentId,
      cause: 'reminder',
      type: 'info',
      ...said,
      conversationId,
      reminderId: id,
    } as const
    await notify(tx, emit, notice, now)
  }
}

async function namesOf(
  tx: Tx,
  conversationId: number,
  agentId: number,
): Promise<{ readonly customer: string; readonly promisedBy: string }> {
  const { name, phone, promisedBy } = await tx
    .selectFrom('conversations as c')
    .innerJoin('customers as u', 'u.id', 'c.customer_id')
    .innerJoin('agents as a', join => join.on('a.id', '=', agentId))
    .select(['u.name', 'u.phone', 'a.name as promisedBy'])
    .where('c.id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return { customer: customerName(name, phone), promisedBy }
}
