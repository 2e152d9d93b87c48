import * as z from 'zod'
import {
  closedStatuses,
  creationStatuses,
  maxTicketText,
  maxTicketTitle,
  ticketListStatuses,
  ticketPlaceForm,
  ticketPriorities,
  ticketStatuses,
} from './constants.ts'
import { declare, orElse, type Plain } from '../call.ts'
import { AgentId, ConversationId, CustomerId, PathId, TicketId, Time } from '../ids.ts'
import { typedText } from '../text/typed.ts'

export const TicketStatus = z.enum(ticketStatuses)
export type TicketStatus = z.output<typeof TicketStatus>

export const TicketPriority = z.enum(ticketPriorities)
export type TicketPriority = z.output<typeof TicketPriority>

/** An agent's note, for agents only. */
const TicketNote = z.object({
  text: z.string(),
  at: Time,
  /** The author's name. */
  by: z.string(),
})

/** The fields of a ticket in a list. */
const row = {
  id: TicketId,
  ticket_number: z.string(),
  conversation_id: ConversationId,
  title: z.string(),
  status: TicketStatus,
  priority: orElse(TicketPriority, 'MEDIUM'),
  created_at: Time,
  updated_at: Time,
  /** Rises with every edit. */
  version: z.int(),
}

export const Ticket = z.object({
  ...row,
  description: z.string(),
  /** All notes as one text, each with its time and author; null without any. */
  agent_notes: z.string().nullable(),
  resolution: z.string().nullable(),
  /** When it became RESOLVED or CLOSED, by the server's clock; null in other statuses. */
  resolved_at: Time.nullable(),
  /** When it was last reopened. */
  reopened_at: Time.nullable(),
  /** Oldest first. */
  notes: z.array(TicketNote),
})
export type Ticket = z.output<typeof Ticket>

export const TicketRow = z.object({
  ...row,
  customer: z.object({
    id: CustomerId,
    name: z.string().nullable(),
    phone_number: z.string().nullable(),
  }),
  /** The conversation's owner; null: none. */
  agent: z.object({ id: AgentId, name: z.string() }).nullable(),
})
export type TicketRow = z.output<typeof TicketRow>

const told = {
  /** Null: `ticketLabel` says "T-{id}". */
  ticket_number: z.string().nullable(),
  /** Null: the server gives no version, so edits cannot be told apart. */
  version: z.int().nullable(),
}
const ToldTicketNote = TicketNote.extend({ at: Time.nullable(), by: z.string().nullable() })

/** The same for a server that may leave out some fields. */
export const ToldTicket = Ticket.extend({ ...told, notes: z.array(ToldTicketNote) })
export const ToldTicketRow = TicketRow.extend({
  ...told,
  customer: z.object({ name: z.string(), phone_number: z.string() }),
})

/** A ticket, its notes and its row as the console caches them (DATA-12). */
export type TicketEntity = Plain<z.output<typeof ToldTicket>>
export type TicketNoteEntity = Plain<z.output<typeof ToldTicketNote>>
export type TicketRowEntity = Plain<z.output<typeof ToldTicketRow>>

const title = typedText(maxTicketTitle).min(1)
const words = typedText(maxTicketText)
/** The version on which the edit is based; an older one is rejected. Absent: any version. */
const version = z.int().optional()

export const CreateTicketBody = z.object({
  conversation_id: z.string().max(100),
  title,
  description: words.default(''),
  priority: TicketPriority.default('MEDIUM'),
  status: z.enum(creationStatuses).default('NEW'),
  /** The client's idempotency key: the same key never makes a second ticket. */
  client_ticket_id: z.string().min(1).max(100).optional(),
})

export const UpdateTicketBody = z.object({
  status: TicketStatus.optional(),
  /** A note to add; blank is none. */
  agent_notes: words.optional(),
  title: title.optional(),
  description: words.optional(),
  priority: TicketPriority.optional(),
  resolution: words.optional(),
  /** Accepted but ignored: reports must not depend on the clocks of browsers. */
  resolved_at: Time.optional(),
  version,
})
export type UpdateTicketBody = z.input<typeof UpdateTicketBody>

const edit = <const P extends `/${string}`, B extends z.ZodType>(path: P, summary: string, body: B) =>
  ({
    method: 'PUT',
    path,
    summary,
    policy: 'desk',
    about: { 'params.id': 'ticket' },
    params: PathId,
    body,
    reply: Ticket,
    problems: ['ticket.not-found', 'ticket.changed'],
  }) as const

const isPlace = (text: string): boolean => !Number.isNaN(Date.parse(ticketPlaceForm.exec(text)?.[2] ?? ''))

export const ticketCalls = declare({
  tickets: {
    method: 'GET',
    path: '/tickets',
    summary: "A conversation's tickets, newest first",
    policy: 'desk',
    about: { 'query.conversation_id': 'conversation' },
    query: z.object({ conversation_id: z.string().max(100) }),
    reply: z.array(Ticket),
    headers: ['Parley-Seq'],
    problems: ['conversation.not-found'],
  },
  ticket: {
    method: 'GET',
    path: '/tickets/:id',
    summary: 'One ticket',
    policy: 'desk',
    about: { 'params.id': 'ticket' },
    params: PathId,
    reply: Ticket,
    headers: ['Parley-Seq'],
    problems: ['ticket.not-found'],
  },
  ticketList: {
    method: 'GET',
    path: '/support_tickets',
    summary: 'The tickets of all conversations, the most urgent first, then those changed last',
    policy: 'desk',
    spends: 'search',
    query: z.object({
      status: z.enum(ticketListStatuses).optional(),
      priority: TicketPriority.optional(),
      /** The conversation's owner: an agent's id, or "none". */
      assignee_id: z.string().max(100).optional(),
      /** Words of the title and the customer's name, a phone number in any spelling, or the ticket's number. */
      search: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      /** The last row of the page before: its priority, updated_at and id, joined by _. */
      after: z
        .string()
        .refine(isPlace, 'must be a place, such as HIGH_2026-03-01T09:00:00.000Z_7')
        .optional(),
    }),
    reply: z.array(TicketRow),
    headers: ['Parley-Seq', 'Parley-Total', 'Parley-Counts'],
  },
  ticketByNumber: {
    method: 'GET',
    path: '/support_tickets/by-number/:number',
    summary: 'One ticket by the number that people say, such as TCK-00001',
    policy: 'desk',
    about: { 'params.number': 'ticket-number' },
    params: z.object({ number: z.string().max(100) }),
    reply: Ticket,
    headers: ['Parley-Seq'],
    problems: ['ticket.not-found'],
  },
  createTicket: {
    method: 'POST',
    path: '/tickets',
    summary: 'Raise a ticket on a conversation',
    policy: 'desk',
    about: { 'body.conversation_id': 'conversation' },
    body: CreateTicketBody,
    reply: Ticket,
    problems: ['conversation.not-found', 'ticket.same-client-id'],
  },
  updateTicket: edit('/tickets/:id', 'Change any fields of a ticket, and add a note', UpdateTicketBody),
  setTicketPriority: edit(
    '/tickets/:id/priority',
    "Set a ticket's priority",
    z.object({ priority: TicketPriority, version }),
  ),
  closeTicket: edit(
    '/tickets/:id/close',
    'Close a ticket, with how it was resolved',
    z
      .object({ resolution: words.optional(), status: z.enum(closedStatuses).default('CLOSED'), version })
      .optional(),
  ),
  reopenTicket: edit(
    '/tickets/:id/reopen',
    'Open a ticket again; the reason becomes a note',
    z
      .object({
        reason: words.optional(),
        status: TicketStatus.exclude([...closedStatuses]).default('REOPENED'),
        version,
      })
      .optional(),
  ),
})
