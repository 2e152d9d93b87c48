import * as z from 'zod'
import { workParts } from '../words/work.ts'
import { ApplicationRow, ApplicationStatus } from './applications.ts'
import { Assignment } from './assignments.ts'
import { declare } from './call.ts'
import { CustomerNote } from './customer-note.ts'
import { PathId } from './ids.ts'
import { Issue } from './issues.ts'
import { Note } from './notes.ts'
import { Reminder } from './reminders.ts'
import { Ticket } from './tickets.ts'

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

const known: ReadonlySet<string> = new Set(workParts)

export const workCalls = declare({
  work: {
    method: 'GET',
    path: '/conversations/:id/work',
    summary:
      "What stands around a conversation's thread, in one answer: all that is served, or the parts named",
    access: 'session',
    policy: 'desk',
    about: { noun: 'conversation', param: 'id' },
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
})
