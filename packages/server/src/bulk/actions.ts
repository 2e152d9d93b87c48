import { settableStatus } from '@parley/core/agents/rules'
import type { BulkAction, BulkUndo } from '@parley/core/bulk/api'
import { isAsBefore } from '@parley/core/bulk/rules'
import { ConversationState, type ConversationStatus } from '@parley/core/conversations/api'
import { tagProblem, withTagEdit } from '@parley/core/conversations/rules'
import { ApiError } from '@parley/core/errors'
import type { AssignmentId } from '@parley/core/ids'
import { isSameText } from '@parley/core/text/fold'
import { assign, takeBackAssignment } from '../assignments/assign.ts'
import type { Actor } from '../audit/record.ts'
import { setConversationStatus, setConversationTags, type StatusFollowers } from '../conversations/actions.ts'
import { snoozeConversation } from '../conversations/snooze.ts'
import type { Writer } from '../db/write.ts'
import { agentId, idOf } from '../http/ids.ts'
import type { Done } from './each.ts'

export interface BulkDeps {
  readonly writer: Writer
  readonly followers: StatusFollowers
  /** Milliseconds until an offer expires. */
  readonly offerDeadlineMs: number
}

type Change = (id: number) => Promise<Done>
type By = Actor & { readonly agentId: number }

/**
 * The change that a bulk action makes to one conversation, by the resource's own action. It names no versions, and a repeat
 * changes nothing, so a call whose response was lost can be repeated.
 * @throws ApiError conversation.invalid-status, before anything is changed
 */
export function changeBy(
  { writer, followers, offerDeadlineMs }: BulkDeps,
  action: BulkAction,
  by: By,
): Change {
  const version = undefined
  switch (action.kind) {
    case 'assign':
      return async id => {
        const asked = {
          conversationId: id,
          agentId: agentId(action.agent_id),
          by,
          deadlineMs: offerDeadlineMs,
        }
        const done = await assign(writer, { ...asked, keepsOffer: true })
        if (done.as === 'kept') return done.withdrew ? { undo: null } : null
        return { undo: { kind: 'assignment', assignment_id: String(done.assignmentId) as AssignmentId } }
      }
    case 'status': {
      const status = settableStatus(action.status)
      return async id => {
        const edited = await setConversationStatus(writer, id, { status, version, by }, followers)
        if (edited === null) return null
        const before = edited.before.status as ConversationStatus
        return { undo: { kind: 'status', version: edited.version, left: status, before } }
      }
    }
    case 'add-tag':
    case 'remove-tag': {
      const edit = { kind: action.kind === 'add-tag' ? 'add' : 'remove', tag: action.tag.trim() } as const
      return async id => {
        const wanted = (tags: readonly string[]) => {
          const isMore = edit.kind === 'add' && !tags.some(tag => isSameText(tag, edit.tag))
          const problem = isMore ? tagProblem(tags, edit.tag) : null
          if (problem !== null) throw ApiError.field('tag', `cannot be added: ${problem}`)
          return withTagEdit(tags, edit)
        }
        const edited = await setConversationTags(writer, id, wanted, version, by)
        if (edited === null) return null
        return { undo: { kind: 'tags', version: edited.version, before: edited.before.tags } }
      }
    }
    case 'snooze': {
      const until = action.until === null ? null : new Date(action.until)
      return async id => {
        const edited = await snoozeConversation(writer, id, {
          until,
          reason: action.reason ?? null,
          version,
          by,
        })
        if (edited === null) return null
        const { snoozed_until: before, snooze_reason: reason } = edited.before
        const undo = { version: edited.version, left: timeOf(until), before: timeOf(before), reason }
        return { undo: { kind: 'snooze', ...undo } }
      }
    }
  }
}

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null

/**
 * Undoes one change, unless an agent, the customer or a due time changed the conversation since. Answers null where it is
 * undone already.
 * @throws ApiError conversation.changed, and those of the single actions
 */
export async function undoOne(deps: BulkDeps, id: number, undo: BulkUndo, by: By): Promise<Done> {
  try {
    return (await restore(deps, id, undo, by)) ? { undo: null } : null
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code !== 'conversation.changed') throw cause
    const current = ConversationState.safeParse(cause.beside.current)
    if (current.success && isAsBefore(current.data, undo)) return null
    throw cause
  }
}

/** Answers whether anything changed. */
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
        // A snooze that would have ended by now is not restored.
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
