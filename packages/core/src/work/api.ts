import * as z from 'zod'
import { maxHandOver, workParts } from './constants.ts'
import { ApplicationRow, ApplicationStatus } from '../applications/application.ts'
import { Assignment } from '../assignments/api.ts'
import { declare } from '../call.ts'
import { CustomerNote } from '../customers/note.ts'
import { ConversationId, MessageId, PathId, Time } from '../ids.ts'
import { Issue } from '../issues/api.ts'
import { Note, WrittenNote } from '../notes/api.ts'
import { Reminder } from '../reminders/api.ts'
import { Ticket } from '../tickets/api.ts'

/** The newest applications of the conversation's customer, and their number by status. */
const CustomerApplications = z.object({
  rows: z.array(ApplicationRow),
  counts: z.partialRecord(ApplicationStatus, z.int()),
})

/** Each part as its own call returns it, all from the same event number. */
const ConversationWork = z.object({
  /** Newest first. */
  tickets: z.array(Ticket).optional(),
  /** Newest first. */
  issues: z.array(Issue).optional(),
  /** The conversation's offers, oldest first. */
  assignments: z.array(Assignment).optional(),
  ipp: CustomerApplications.optional(),
  lib: CustomerApplications.optional(),
  /** Oldest first. */
  notes: z.array(Note).optional(),
  customer_note: CustomerNote.optional(),
  /** By due time. */
  reminders: z.array(Reminder).optional(),
})
type ConversationWork = z.output<typeof ConversationWork>

const Whose = z.object({
  conversation_id: ConversationId,
  /** Null: not known. */
  customer_name: z.string().nullable(),
  phone_number: z.string().nullable(),
})

/** The caller's waiting work, within their visibility scope. */
export const NextUp = z.object({
  /** Open offers to the caller, by deadline; at most twenty. */
  offers: z.array(Whose.extend({ deadline: Time })),
  /** The first of the caller’s customers in the queue; without one, the first without an owner. */
  first: Whose.extend({ waiting_since: Time, is_own: z.boolean() }).nullable(),
  /** Conversations whose window closes soon, as in the queue; counted up to a thousand. */
  closing: z.int(),
  /** Open tickets of the caller’s conversations. */
  tickets: z.int(),
  /** The caller’s open reminders that are due before `until`. */
  reminders: z.object({
    count: z.int(),
    first: z.object({ conversation_id: ConversationId, message_id: MessageId, due_at: Time }).nullable(),
  }),
  /** Conversations of the caller, or snoozed by them, that return before `until`. */
  back: z.int(),
})
export type NextUp = z.output<typeof NextUp>

/** The hand-over of one of the caller's conversations. */
const HandOver = z.object({
  conversation_id: z.string().max(100),
  /** Becomes a note in the conversation, once for each client id. */
  next_step: WrittenNote.optional(),
  /**
   * The agent who gets an offer, or "none" for the queue. Absent: it stays with the caller; the caller's own id withdraws an open
   * offer.
   */
  to: z.string().max(100).optional(),
})
export type HandOver = z.input<typeof HandOver>

/** The result for one conversation; `unchanged`: it already was so. */
export const HandedOver = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['done', 'unchanged']), conversation_id: z.string() }),
  /** Nothing was changed; code and sentence are those of the single calls. */
  z.object({
    outcome: z.literal('refused'),
    conversation_id: z.string(),
    code: z.string(),
    detail: z.string(),
  }),
])
export type HandedOver = z.output<typeof HandedOver>

const known: ReadonlySet<string> = new Set(workParts)

export const workCalls = declare({
  work: {
    method: 'GET',
    path: '/conversations/:id/work',
    summary:
      "What stands around a conversation's thread, in one answer: all that is served, or the parts named",
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    query: z.object({
      /** Separated by commas. A part of an area that is not served is rejected. */
      parts: z
        .string()
        .max(100)
        .refine(
          text => text.split(',').every(part => known.has(part)),
          `must be some of ${workParts.join(', ')}, with commas`,
        )
        .optional(),
      /** The most applications of each kind. */
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    reply: ConversationWork,
    headers: ['Parley-Seq'],
    // Issues and applications are areas that a server may leave out.
    problems: ['conversation.not-found', 'area.not-served'],
  },
  nextUp: {
    method: 'GET',
    path: '/work/next',
    summary: 'What waits for the caller: offers, who is first, and how much of everything else',
    policy: 'desk',
    query: z.object({
      /** The end of the caller’s day, for reminders and snoozed conversations. */
      until: z.iso.datetime({ offset: true }),
    }),
    reply: NextUp,
  },
  handOver: {
    method: 'POST',
    path: '/work/hand-over',
    summary:
      'Write down what comes next in up to 100 own conversations and give them away; one that is refused stops no other',
    policy: 'desk',
    body: z.object({
      items: z.array(HandOver).max(maxHandOver),
      /**
       * The caller is offline afterwards, and loses the conversations that they hand over, accepted or not. Otherwise they keep
       * each one until it is accepted, as in an assignment.
       */
      go_offline: z.boolean().default(false),
    }),
    reply: z.object({
      /** In the order of the items. */
      results: z.array(HandedOver),
      /** Whether the caller is offline now: not while they still own a conversation whose hand-over was rejected. */
      offline: z.boolean(),
    }),
  },
})
