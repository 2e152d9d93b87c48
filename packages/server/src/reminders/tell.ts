import { customerName } from '@parley/core/conversations/rules'
import { reminderNotice } from '@parley/core/notifications/rules'
import { sql } from 'kysely'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { notify } from '../notifications/notice.ts'
import { agentsWhoSee } from '../visibility/queries.ts'

const batch = 100

/**
 * Notifies of due reminders: the agent who set one and the conversation's owner, if they may see the conversation. If
 * neither may, as with a disabled account in the queue, the supervisors are notified, and later the next owner. Each agent
 * is notified once, even if several processes run this or run it late. Returns how many reminders were due.
 */
export async function tellReminders(writer: Writer): Promise<number> {
  const { rows: due } = await sql<{ id: number; conversation_id: number }>`
    select r.id, r.conversation_id from reminders r join conversations c on c.id = r.conversation_id
    where r.due_at <= ${writer.now()} and r.told_at is null and r.done_at is null
      and (exists (select 1 from agents o where o.id = c.assignee_id and o.disabled_at is null) or not ${isRaised})
    order by r.due_at, r.id limit ${batch}`.execute(writer.db)
  for (const { id, conversation_id: conversationId } of due)
    await write(writer, context => tellOne(context, id, conversationId))
  return due.length
}

/** Whether supervisors were notified of the reminder `r`, which waits for an owner since then. */
const isRaised = sql<boolean>`exists (
  select 1 from notifications n where n.reminder_id = r.id and n.created_at >= r.due_at)`

async function tellOne(context: TxContext, id: number, conversationId: number): Promise<void> {
  const { tx, now } = context
  const conversation = await tx
    .selectFrom('conversations')
    .select('assignee_id')
    .where('id', '=', conversationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // Read again under the lock: another process may have notified, or an agent may have moved the reminder.
  const { rows } = await sql<{ agent_id: number; text: string; is_raised: boolean }>`
    select r.agent_id, r.text, ${isRaised} as is_raised from reminders r
    where r.id = ${id} and r.conversation_id = ${conversationId} and r.due_at <= ${now} and r.told_at is null
      and r.done_at is null`.execute(tx)
  const [reminder] = rows
  if (reminder === undefined) return
  const allowedViewers = new Set((await agentsWhoSee(tx, conversationId)).map(agent => agent.id))
  const own = new Set([reminder.agent_id, conversation.assignee_id])
  const told = [...own].filter(agentId => agentId !== null).filter(agentId => allowedViewers.has(agentId))
  if (told.length > 0) await tx.updateTable('reminders').set({ told_at: now }).where('id', '=', id).execute()
  else if (reminder.is_raised) return
  const { customer, promisedBy } = await namesOf(tx, conversationId, reminder.agent_id)
  const known = await toldBefore(tx, id)
  for (const agentId of told.length > 0 ? told : await supervisors(tx)) {
    if (known.has(agentId)) continue
    const isOwn = agentId === reminder.agent_id
    const text = reminderNotice(customer, reminder.text, isOwn ? null : promisedBy)
    const notice = { agentId, cause: 'reminder', type: 'info', conversationId, reminderId: id } as const
    await notify(context, { ...notice, ...text })
  }
}

/** Agents with an open notification of a reminder: a notified supervisor may own the conversation since. */
async function toldBefore(tx: Tx, reminderId: number): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('notifications')
    .select('agent_id')
    .where('reminder_id', '=', reminderId)
    .where('dismissed_at', 'is', null)
    .execute()
  return new Set(rows.map(row => row.agent_id))
}

/** The supervisors; without any, the administrators. */
async function supervisors(tx: Tx): Promise<readonly number[]> {
  const rows = await tx
    .selectFrom('agents')
    .select(['id', 'role'])
    .where('role', '<>', 'AGENT')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute()
  const own = rows.filter(({ role }) => role === 'SUPERVISOR')
  return (own.length > 0 ? own : rows).map(({ id }) => id)
}

async function namesOf(tx: Tx, conversationId: number, agentId: number) {
  const { name, phone, promisedBy } = await tx
    .selectFrom('conversations as c')
    .innerJoin('customers as u', 'u.id', 'c.customer_id')
    .innerJoin('agents as a', join => join.on('a.id', '=', agentId))
    .select(['u.name', 'u.phone', 'a.name as promisedBy'])
    .where('c.id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return { customer: customerName(name, phone), promisedBy }
}
