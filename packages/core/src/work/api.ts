import * as z from 'zod'
import { maxHandOver, workParts } from './constants.ts'
import { ApplicationRow, ApplicationStatus } from '../applications/application.ts'
import { Assignment } from '../assignments/api.ts'
import { declare } from '../call.ts'
import { CustomerNote } from '../customers/note.ts'
import { ConversationId, MessageId, PathId, Time } from '../ids.ts'
import { Issue } from '../issues/api.ts'
import { Note, noteText } from '../notes/api.ts'
import { Reminder } from '../reminders/api.ts'
import { Ticket } from '../tickets/api.ts'

/** The newest applications of the conversation's customer, and how many there are by status. */
const CustomerApplications = z.object({
  rows: z.array(ApplicationRow),
  counts: z.partialRecord(ApplicationStatus, z.int()),
})

/** Each part as its own call answers it, all true from the same number of the log on. */
export const ConversationWork = z.object({
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
  /** The first due first. */
  reminders: z.array(Reminder).optional(),
})
export type ConversationWork = z.output<typeof ConversationWork>

/** Whose conversation something is, by name. */
const Whose = z.object({
  conversation_id: ConversationId,
  /** Null: nobody knows it. */
  customer_name: z.string().nullable(),
  phone_number: z.string().nullable(),
})

/** What waits for the caller, of conversations in their sight. */
export const NextUp = z.object({
  /** Open offers to the caller, the first that ends before; at most twenty. */
  offers: z.array(Whose.extend({ deadline: Time })),
  /** Who of the caller’s customers is first in the queue; where none of them waits, of those nobody has. */
  first: Whose.extend({ waiting_since: Time, is_own: z.boolean() }).nullable(),
  /** Of the caller’s conversations in the queue, those with messages that they have not seen. */
  unread: z.int(),
  /** What can soon be answered by templates only, as the queue has it; counted up to a thousand. */
  closing: z.int(),
  /** Open tickets of the caller’s conversations. */
  tickets: z.int(),
  /** The caller’s reminders that are due before the given moment or were before and are not done. */
  reminders: z.object({
    count: z.int(),
    first: z.object({ conversation_id: ConversationId, message_id: MessageId, due_at: Time }).nullable(),
  }),
  /** What is put off until before the given moment: the caller’s conversations, and what they put off. */
  back: z.int(),
})
export type NextUp = z.output<typeof NextUp>

/** One of the caller's own conversations, and what becomes of it at the end of their shift. */
const HandOver = z.object({
  conversation_id: z.string().max(100),
  /** Becomes a note in the conversation, once for each id of the client. */
  next_step: z.object({ client_note_id: z.string().min(1).max(100), text: noteText }).optional(),
  /**
   * The agent to whom it is offered, or "none": it goes to the queue. Absent, it stays the caller's as it is; their own id
   * takes an open offer back.
   */
  to: z.string().max(100).optional(),
})
export type HandOver = z.input<typeof HandOver>

/** What became of one conversation: `unchanged`, it was so already. */
export const HandedOver = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['done', 'unchanged']), conversation_id: z.string() }),
  /** Nothing of it was done; the code and the sentence are those of the calls for a single one. */
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
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    query: z.object({
      /** With commas. A part of an area that is not served is refused. */
      parts: z
        .string()
        .max(100)
        .refine(
          text => text.split(',').every(part => known.has(part)),
          `must be some of ${workParts.join(', ')}, with commas`,
        )
        .optional(),
      /** How many applications of each kind. */
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
    access: 'session',
    policy: 'desk',
    query: z.object({
      /** When the caller’s day ends: reminders and what is put off count until then. */
      until: z.iso.datetime({ offset: true }),
    }),
    reply: NextUp,
    problems: [],
  },
  handOver: {
    method: 'POST',
    path: '/work/hand-over',
    summary:
      'Write down what comes next in up to 100 own conversations and give them away; one that is refused stops no other',
    access: 'session',
    policy: 'desk',
    body: z.object({
      items: z.array(HandOver).max(maxHandOver),
      /**
       * The caller is offline afterwards, and what they give away is theirs no longer, whether it is accepted or not. Else
       * it is theirs until it is accepted, as by assigning.
       */
      go_offline: z.boolean().default(false),
    }),
    reply: z.object({
      /** One for each conversation, in the order in which they were sent. */
      results: z.array(HandedOver),
      /** Whether the caller is offline by it: not while a refused conversation is still theirs. */
      offline: z.boolean(),
    }),
    problems: [],
  },
})
