import type { BulkAction } from '@parley/core/bulk/api'
import type { AssignmentId } from '@parley/core/ids'
import { Refusal } from '@parley/core/errors'
import { tagProblem, withTagEdit } from '@parley/core/conversations/rules'
import { isSameText } from '@parley/core/text/fold'
import { settableStatus } from '@parley/core/agents/rules'
import type { ConversationStatus } from '@parley/core/conversations/api'
import { assign } from '../assignments/assign.ts'
import type { Doer } from '../audit/record.ts'
import { type StatusFollowers, setConversationStatus } from '../conversations/set-status.ts'
import { setConversationTags } from '../conversations/set-tags.ts'
import { snoozeConversation } from '../conversations/snooze.ts'
import type { Writer } from '../db/write.ts'
import { agentId } from '../http/ids.ts'
import type { Done } from './each.ts'

export interface BulkDeps {
  readonly writer: Writer
  readonly followers: StatusFollowers
  /** Milliseconds an offer waits for its answer. */
  readonly offerDeadlineMs: number
}

type Change = (id: number) => Promise<Done>
type By = Doer & { readonly agentId: number }

/**
 * What an action does with one conversation, by the action of its noun. Without versions: it means whatever there is, and
 * the same again changes nothing, so that a call whose answer was lost can be made again.
 * @throws Refusal conversation.invalid-status, before anything is changed
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
          if (problem !== null) throw Refusal.field('tag', `cannot be added: ${problem}`)
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
