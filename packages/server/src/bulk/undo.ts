import type { BulkUndo } from '@parley/core/bulk/api'
import { ConversationState } from '@parley/core/conversations/api'
import { Refusal } from '@parley/core/errors'
import { isAsBefore } from '@parley/core/bulk/rules'
import { settableStatus } from '@parley/core/agents/rules'
import { takeBackAssignment } from '../assignments/take-back.ts'
import type { Doer } from '../audit/record.ts'
import { setConversationStatus } from '../conversations/set-status.ts'
import { setConversationTags } from '../conversations/set-tags.ts'
import { snoozeConversation } from '../conversations/snooze.ts'
import { idOf } from '../http/ids.ts'
import type { BulkDeps } from './change-one.ts'
import type { Done } from './each.ts'

type By = Doer & { readonly agentId: number }

/**
 * Takes one change back, if nobody edited the conversation since and neither its customer nor the time did: what they did
 * stays. Answers null where it is as it was before already.
 * @throws Refusal conversation.changed, and what the single actions refuse
 */
export async function undoOne(deps: BulkDeps, id: number, undo: BulkUndo, by: By): Promise<Done> {
  try {
    return (await restore(deps, id, undo, by)) ? { undo: null } : null
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.code !== 'conversation.changed') throw cause
    const current = ConversationState.safeParse(cause.beside.current)
    if (current.success && isAsBefore(current.data, undo)) return null
    throw cause
  }
}

/** Answers whether anything had to be done. */
async function restore(
  { writer, followers, offerDeadlineMs }: BulkDeps,
  id: number,
  undo: BulkUndo,
  by: By,
): Promise<boolean> {
  switch (undo.kind) {
    case 'status': {
      const { version, left } = undo
      const edit = { status: settableStatus(undo.before), version, from: left, by }
      return (await setConversationStatus(writer, id, edit, followers)) !== null
    }
    case 'tags':
      return (await setConversationTags(writer, id, () => undo.before, undo.version, by)) !== null
    case 'snooze': {
      const before = undo.before === null ? null : new Date(undo.before)
      const edit = {
        // By now it would be back.
        until: before !== null && before > writer.now() ? before : null,
        reason: undo.reason,
        version: undo.version,
        from: undo.left === null ? null : new Date(undo.left),
        undo: before === null,
        by,
      }
      return (await snoozeConversation(writer, id, edit)) !== null
    }
    case 'assignment': {
      const assignmentId = idOf(undo.assignment_id) ?? 0
      const made = { conversationId: id, assignmentId, by, deadlineMs: offerDeadlineMs }
      return await takeBackAssignment(writer, made)
    }
  }
}
