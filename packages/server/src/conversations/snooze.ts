import type { ConversationStatus } from '@parley/core/conversations/api'
import { maxSnoozeDays, type SnoozeEnd } from '@parley/core/conversations/constants'
import { snoozeProblem } from '@parley/core/conversations/queue'
import { snoozeSentence } from '@parley/core/conversations/rules'
import { ApiError } from '@parley/core/errors'
import { snoozeNotice } from '@parley/core/notifications/rules'
import { type Actor, record } from '../audit/record.ts'
import { runJobAt, type TxContext, write, type Writer } from '../db/write.ts'
import { notifyOfSnooze } from '../notifications/notify.ts'
import { editConversation, type Edited, notSnoozed } from './actions.ts'
import { insertThreadLine } from './thread.ts'

/** `until` null: it is back now. */
interface SnoozeEdit {
  readonly until: Date | null
  readonly reason: string | null
  readonly version: number | undefined
  /** Only while snoozed until this time: its end and its customer change that without a new version. */
  readonly from?: Date | null
  /** The agent undoes their own snooze, which leaves no line in the thread. */
  readonly undo?: boolean
  readonly by: Actor & { readonly agentId: number }
}

/**
 * Snoozes an open conversation, or ends its snooze. Its owner and its customer's wait stay. Answers null where nothing
 * changes.
 * @throws ApiError input.invalid, conversation.not-found, conversation.changed
 */
export function snoozeConversation(
  writer: Writer,
  id: number,
  { until, reason, version, from, undo, by }: SnoozeEdit,
): Promise<Edited | null> {
  if (until !== null) requireTimeAhead('until', until, writer.now())
  const given = reason === null || reason === '' ? null : reason
  return editConversation(
    writer,
    id,
    version,
    row => {
      if (from !== undefined && row.snoozed_until?.getTime() !== from?.getTime()) return 'changed'
      if (until === null) return row.snoozed_until === null ? null : notSnoozed
      const problem = snoozeProblem({ status: row.status as ConversationStatus, with_bot: row.with_bot })
      if (problem !== null) throw ApiError.field('until', `cannot be set for this conversation: ${problem}`)
      const isSame =
        row.snoozed_until?.getTime() === until.getTime() &&
        row.snoozed_by === by.agentId &&
        row.snooze_reason === given
      return isSame ? null : { snoozed_until: until, snoozed_by: by.agentId, snooze_reason: given }
    },
    async (context, row) => {
      // The reason is for colleagues, and not for the audit log.
      const before = { until: row.snoozed_until }
      await record(context, by, 'conversation.snooze', id, { before, after: { until } })
      if (until !== null) return runJobAt(context.tx, 'end snoozes', id, until)
      if (row.snoozed_until === null) return
      if (undo === true && row.snoozed_by === by.agentId) return
      const ended = { until: row.snoozed_until, byId: row.snoozed_by, endedById: by.agentId }
      await addSnoozeLine(context, { conversationId: id, end: 'press', ...ended })
    },
  )
}

const most = 100

/** Ends due snoozes, and notifies the owner, else the agent who snoozed. Answers how many ended. */
export async function endSnoozes(writer: Writer): Promise<number> {
  const due = await writer.db
    .selectFrom('conversations')
    .select('id')
    .where('snoozed_until', '<=', writer.now())
    .orderBy('snoozed_until')
    .limit(most)
    .execute()
  for (const { id } of due) {
    await write(writer, async context => {
      const { tx, publish } = context
      const row = await stillDue(context, id)
      if (row === undefined) return
      await tx.updateTable('conversations').set(notSnoozed).where('id', '=', id).execute()
      publish({ noun: 'conversation', id, kind: 'changed' })
      if (row.status === 'RESOLVED' || row.status === 'ARCHIVED' || row.with_bot) return
      const { snoozed_until: until, snoozed_by: byId } = row
      if (until !== null) await addSnoozeLine(context, { conversationId: id, until, byId, end: 'time' })
      const agentId = row.assignee_id ?? row.snoozed_by
      if (agentId === null) return
      const say = (customer: string) => snoozeNotice(customer, row.snooze_reason)
      await notifyOfSnooze(context, { conversationId: id, agentId, say })
    })
  }
  return due.length
}

/** Under the lock: its snooze may have ended or changed since the search. */
const stillDue = ({ tx, now }: TxContext, id: number) =>
  tx
    .selectFrom('conversations')
    .select(['status', 'with_bot', 'assignee_id', 'snoozed_until', 'snoozed_by', 'snooze_reason'])
    .where('id', '=', id)
    .where('snoozed_until', '<=', now)
    .forNoKeyUpdate()
    .executeTakeFirst()

interface SnoozeEnded {
  readonly conversationId: number
  readonly until: Date
  /** The agent who snoozed it. */
  readonly byId: number | null
  readonly end: SnoozeEnd
  /** The agent who ended the snooze. */
  readonly endedById?: number
}

/** "2026-03-03 06:00 UTC", for readers of the plain text. */
const inUtc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/**
 * Adds a line to the thread: until when it was snoozed and by whom, never why. The list goes on to show the last message.
 * The conversation must be locked.
 */
export async function addSnoozeLine(context: TxContext, ended: SnoozeEnded): Promise<void> {
  const { tx, publish, now } = context
  const { conversationId, until, byId, end, endedById = null } = ended
  const ids = [byId, endedById].filter(id => id !== null)
  const agents =
    ids.length === 0
      ? []
      : await tx.selectFrom('agents').select(['id', 'name']).where('id', 'in', ids).execute()
  const nameOf = (id: number | null) => agents.find(agent => agent.id === id)?.name ?? null
  const snooze = { until: until.toISOString(), by: nameOf(byId), end, ended_by: nameOf(endedById) }
  const text = snoozeSentence(snooze, inUtc(until))
  const id = await insertThreadLine(context, { conversationId, text, details: { snooze }, at: now })
  publish({ noun: 'message', id, kind: 'created' })
}

/**
 * @throws ApiError input.invalid
 */
export function requireTimeAhead(field: string, time: Date, now: Date): void {
  const latest = new Date(now.getTime() + maxSnoozeDays * 24 * 60 * 60_000)
  if (time <= now) throw ApiError.field(field, 'is not in the future: choose a later time')
  if (time > latest)
    throw ApiError.field(field, `is more than ${maxSnoozeDays} days away: choose an earlier time`)
}
