import type { ConversationStatus } from '@parley/core/conversations/api'
import { Refusal } from '@parley/core/errors'
import { snoozeProblem } from '@parley/core/conversations/queue'
import { type Doer, record } from '../audit/record.ts'
import { runJobAt, type Writer } from '../db/write.ts'
import { type Edited, editConversation } from './edit.ts'
import { addSnoozeLine } from './snooze-line.ts'
import { requireTimeAhead } from './time-ahead.ts'

/** What a conversation that is not put off has. */
export const notSnoozed = { snoozed_until: null, snoozed_by: null, snooze_reason: null } as const

/** Until when (null: it is back now), and why. */
export interface SnoozeEdit {
  readonly until: Date | null
  readonly reason: string | null
  readonly version: number | undefined
  /** Only while it is put off until then, which its time and its customer end without a new version. */
  readonly from?: Date | null
  /** A slip is taken back: of what the same agent put off, the thread has no line. */
  readonly undo?: boolean
  readonly by: Doer & { readonly agentId: number }
}

/**
 * Puts an open conversation off, or takes that back. Nothing else of it changes: whose it is, and since when its customer
 * waits, stay as they are. Answers null where it is so already.
 * @throws Refusal input.invalid, conversation.not-found, conversation.changed
 */
export function snoozeConversation(
  writer: Writer,
  id: number,
  { until, reason, version, from, undo, by }: SnoozeEdit,
): Promise<Edited | null> {
  const now = writer.now()
  if (until !== null) requireTimeAhead('until', until, now)
  const given = reason === null || reason === '' ? null : reason
  const entry = { action: 'conversation.snooze', noun: 'conversation', objectId: id } as const
  return editConversation(
    writer,
    id,
    version,
    row => {
      if (from !== undefined && row.snoozed_until?.getTime() !== from?.getTime()) return 'changed'
      if (until === null) return row.snoozed_until === null ? null : notSnoozed
      const problem = snoozeProblem({ status: row.status as ConversationStatus, with_bot: row.with_bot })
      if (problem !== null) throw Refusal.field('until', `cannot be set for this conversation: ${problem}`)
      const isSame =
        row.snoozed_until?.getTime() === until.getTime() &&
        row.snoozed_by === by.agentId &&
        row.snooze_reason === given
      return isSame ? null : { snoozed_until: until, snoozed_by: by.agentId, snooze_reason: given }
    },
    async (tx, emit, row) => {
      // Why is for who works on it, and not for the log.
      await record(tx, by, { ...entry, before: { until: row.snoozed_until }, after: { until } }, now)
      if (until !== null) return runJobAt(tx, 'end snoozes', id, until)
      if (row.snoozed_until === null) return
      if (undo === true && row.snoozed_by === by.agentId) return
      const ended = { until: row.snoozed_until, byId: row.snoozed_by, endedById: by.agentId }
      await addSnoozeLine(tx, emit, { conversationId: id, end: 'press', ...ended }, now)
    },
  )
}
