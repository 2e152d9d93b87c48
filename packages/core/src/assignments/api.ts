import * as z from 'zod'
import { assignmentStates, assignWays, maxRejectReason, rejectReasons } from './constants.ts'
import { declare, orElse, type Plain } from '../call.ts'
import { AgentId, AssignmentId, PathId, Time } from '../ids.ts'
import { WrittenNote } from '../notes/api.ts'
import { typedText } from '../text/typed.ts'

/** One offer of a conversation and its result; `ended_at` is null while it is open. */
export const Assignment = z.object({
  id: AssignmentId,
  agent_id: AgentId,
  agent_name: z.string(),
  /** Null: no person offered it; it came from the queue. */
  by: z.object({ id: AgentId, name: z.string() }).nullable(),
  state: orElse(z.enum(assignmentStates), 'withdrawn'),
  reason: z.string().nullable(),
  /** The code of a rejection with one of the usual reasons. */
  reason_code: z.enum(rejectReasons).nullable(),
  offered_at: Time,
  ended_at: Time.nullable(),
})
export type Assignment = z.output<typeof Assignment>

export type AssignmentEntity = Plain<z.output<typeof Assignment>>

/** The conversation's offers, oldest first. */
const History = z.object({ assignment_history: z.array(Assignment) })

export const assignmentCalls = declare({
  assignmentHistory: {
    method: 'GET',
    path: '/assignments/conversation/:id',
    summary: "A conversation's offers and how they ended, oldest first",
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    reply: History,
    headers: ['Parley-Seq'],
    problems: ['conversation.not-found'],
  },
  assign: {
    method: 'POST',
    path: '/assignments/conversation/:id/assign',
    summary: 'Offer a conversation to an agent, in place of an open offer; to oneself it is accepted at once',
    policy: 'desk',
    also: { policy: 'colleague-assignments', field: 'as', values: ['owner'] },
    about: { 'params.id': 'conversation' },
    params: PathId,
    body: z.object({
      agent_id: z.string().max(100),
      /** `owner`: the agent has it at once. To oneself both are at once. */
      as: z.enum(assignWays).default('offer'),
      /** Words for the agent: a note in the conversation, written in the same transaction. */
      note: WrittenNote.optional(),
      /** Refuses what would pass the agent's capacity. Otherwise the capacity is no limit. */
      within_capacity: z.boolean().default(false),
    }),
    reply: History,
    problems: [
      'conversation.not-found',
      'customer.erased',
      'agent.not-found',
      'agent.over-capacity',
      'conversation.archived',
      'note.same-client-id',
      'note.too-many',
    ],
  },
  withdrawOffer: {
    method: 'POST',
    path: '/assignments/conversation/:id/withdraw',
    summary:
      'Withdraw an open offer: an own one, or with the right to it a colleague’s; one that is over already too',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    body: z.object({ assignment_id: z.string().max(100) }),
    reply: History,
    problems: [
      'conversation.not-found',
      'conversation.changed',
      'customer.erased',
      'assignment.taken',
      'assignment.offered-to-other',
    ],
  },
  acceptHandoff: {
    method: 'POST',
    path: '/handoff/accept/:id',
    summary:
      "Accept the caller's offer, or claim from the queue, by the conversation's or the notification's id",
    policy: 'desk',
    params: PathId,
    reply: History,
    problems: [
      'conversation.not-found',
      'assignment.taken',
      'assignment.offered-to-other',
      'assignment.not-in-queue',
      'agent.offline',
      'agent.full',
    ],
  },
  rejectHandoff: {
    method: 'POST',
    path: '/handoff/reject/:id',
    summary: "Reject the caller's offer, by the conversation's or the notification's id",
    policy: 'desk',
    params: PathId,
    body: z
      .object({
        reason: typedText(maxRejectReason).optional(),
        /** Absent: none of the usual reasons. A code without a text has a default text. */
        reason_code: z.enum(rejectReasons).optional(),
      })
      .optional(),
    reply: History,
    problems: ['conversation.not-found', 'assignment.offered-to-other', 'assignment.not-offered'],
  },
})
