import * as z from 'zod'
import { maxBulk } from './constants.ts'
import { maxSnoozeReason, maxTagLength, maxTags } from '../conversations/constants.ts'
import { declare } from '../call.ts'
import { ConversationStatus } from '../conversations/api.ts'
import { AssignmentId, Time } from '../ids.ts'
import { textOf, typedText } from '../text/typed.ts'

/** What is done with each of several conversations. */
export const BulkAction = z.discriminatedUnion('kind', [
  /** Offered to an agent; to oneself it is accepted at once. An offer that waits for this agent already stays as it is. */
  z.object({ kind: z.literal('assign'), agent_id: z.string().max(100) }),
  // Any text, so that a wrong one is refused in the words of the requirements.
  z.object({ kind: z.literal('status'), status: z.string().max(100) }),
  z.object({ kind: z.enum(['add-tag', 'remove-tag']), tag: textOf(maxTagLength).trim().min(1) }),
  /** `until` null: it is back now. */
  z.object({
    kind: z.literal('snooze'),
    until: z.iso.datetime({ offset: true }).nullable(),
    reason: typedText(maxSnoozeReason).nullable().default(null),
  }),
])
export type BulkAction = z.input<typeof BulkAction>

/** How one change is taken back: what it left, by which a later change is known, and what there was before. */
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
    reason: z.string().max(maxSnoozeReason).nullable(),
  }),
  z.object({ kind: z.literal('assignment'), assignment_id: AssignmentId }),
])
export type BulkUndo = z.output<typeof BulkUndo>

/** What became of one conversation: `unchanged`, it was so already. */
export const BulkResult = z.discriminatedUnion('outcome', [
  /** `undo` null: there is no taking it back. */
  z.object({ outcome: z.literal('done'), conversation_id: z.string(), undo: BulkUndo.nullable() }),
  z.object({ outcome: z.literal('unchanged'), conversation_id: z.string() }),
  /** In the code and the sentence of the call for a single one. */
  z.object({
    outcome: z.literal('refused'),
    conversation_id: z.string(),
    code: z.string(),
    detail: z.string(),
  }),
])
export type BulkResult = z.output<typeof BulkResult>

/** One for each id, in the order in which they were sent; an id that was sent twice has one. */
const BulkReply = z.object({ results: z.array(BulkResult) })

export const bulkCalls = declare({
  changeConversations: {
    method: 'POST',
    path: '/conversations/bulk',
    summary:
      'Assign, set the status, tag or snooze up to 100 conversations; one that is refused stops no other',
    access: 'session',
    policy: 'desk',
    body: z.object({
      conversation_ids: z.array(z.string().max(100)).min(1).max(maxBulk),
      action: BulkAction,
    }),
    reply: BulkReply,
    // Statuses are of an area that a server may leave out.
    problems: ['conversation.invalid-status', 'area.not-served'],
  },
  undoConversations: {
    method: 'POST',
    path: '/conversations/bulk/undo',
    summary: 'Take such changes back, where nothing was changed since; by the `undo` of each result',
    access: 'session',
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
