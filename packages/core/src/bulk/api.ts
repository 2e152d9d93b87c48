import * as z from 'zod'
import { maxBulk } from './constants.ts'
import { maxSnoozeReason, maxTagLength, maxTags } from '../conversations/constants.ts'
import { declare } from '../call.ts'
import { ConversationStatus } from '../conversations/api.ts'
import { AssignmentId, Time } from '../ids.ts'
import { textOf, typedText } from '../text/typed.ts'

/** The action on each of several conversations. */
export const BulkAction = z.discriminatedUnion('kind', [
  /**
   * Offers the conversation to an agent; an offer to the caller is accepted at once. An open offer to this agent stays unchanged.
   */
  z.object({ kind: z.literal('assign'), agent_id: z.string().max(100) }),
  // Any text, so that an invalid status is rejected with the text of the requirements.
  z.object({ kind: z.literal('status'), status: z.string().max(100) }),
  z.object({ kind: z.enum(['add-tag', 'remove-tag']), tag: textOf(maxTagLength).trim().min(1) }),
  /** `until` null: unsnooze now. */
  z.object({
    kind: z.literal('snooze'),
    until: z.iso.datetime({ offset: true }).nullable(),
    reason: typedText(maxSnoozeReason).nullable().default(null),
  }),
])
export type BulkAction = z.input<typeof BulkAction>

/** The undo of one change: its result, which detects a later change, and the values before it. */
export const BulkUndo = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('status'),
    version: z.int(),
    left: ConversationStatus,
    before: ConversationStatus,
  }),
  z.object({
    kind: z.literal('tags'),
    version: z.int(),
    before: z.array(textOf(maxTagLength)).max(maxTags),
  }),
  z.object({
    kind: z.literal('snooze'),
    version: z.int(),
    left: Time.nullable(),
    before: Time.nullable(),
    reason: textOf(maxSnoozeReason).nullable(),
  }),
  z.object({ kind: z.literal('assignment'), assignment_id: AssignmentId }),
])
export type BulkUndo = z.output<typeof BulkUndo>

/** The result for one conversation: `unchanged`, it already was in that state. */
export const BulkResult = z.discriminatedUnion('outcome', [
  /** `undo` null: it cannot be undone. */
  z.object({ outcome: z.literal('done'), conversation_id: z.string(), undo: BulkUndo.nullable() }),
  z.object({ outcome: z.literal('unchanged'), conversation_id: z.string() }),
  /** With the error code and sentence of the call for a single conversation. */
  z.object({
    outcome: z.literal('refused'),
    conversation_id: z.string(),
    code: z.string(),
    detail: z.string(),
  }),
])
export type BulkResult = z.output<typeof BulkResult>

/** One result for each id, in the order of the request; a repeated id has one. */
const BulkReply = z.object({ results: z.array(BulkResult) })

export const bulkCalls = declare({
  changeConversations: {
    method: 'POST',
    path: '/conversations/bulk',
    summary:
      'Assign, set the status, tag or snooze up to 100 conversations; one that is refused stops no other',
    policy: 'desk',
    body: z.object({
      conversation_ids: z.array(z.string().max(100)).min(1).max(maxBulk),
      action: BulkAction,
    }),
    reply: BulkReply,
    // Statuses belong to an area that a server may leave out.
    problems: ['conversation.invalid-status', 'area.not-served'],
  },
  undoConversations: {
    method: 'POST',
    path: '/conversations/bulk/undo',
    summary: 'Take such changes back, where nothing was changed since; by the `undo` of each result',
    policy: 'desk',
    body: z.object({
      changes: z
        .array(z.object({ conversation_id: z.string().max(100), undo: BulkUndo }))
        .min(1)
        .max(maxBulk),
    }),
    reply: BulkReply,
    problems: ['area.not-served'],
  },
})
