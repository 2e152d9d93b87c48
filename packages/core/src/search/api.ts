import * as z from 'zod'
import { applicationKinds } from '../applications/constants.ts'
import { conversationStatuses } from '../conversations/constants.ts'
import { messageWriters, type SearchKind, searchKinds, searchLimits } from './constants.ts'
import { declare } from '../call.ts'
import { ApplicationId, ConversationId, CustomerId, IssueId, MessageId, TicketId, Time } from '../ids.ts'

/** A text in parts, in order; the matches are hits. */
const Marked = z.array(z.object({ text: z.string(), hit: z.boolean() }))

/** Fields of every hit: conversation, customer and time. */
const place = {
  conversation_id: ConversationId,
  conversation_status: z.enum(conversationStatuses),
  /** Null: not given. */
  customer_name: z.string().nullable(),
  phone_number: z.string().nullable(),
  at: Time,
}

export const MessageHit = z.object({
  id: MessageId,
  ...place,
  source: z.enum([...messageWriters, 'SYSTEM']),
  /** The agent who wrote it. */
  by: z.string().nullable(),
  excerpt: Marked,
})
export type MessageHit = z.output<typeof MessageHit>

/** A customer with their newest conversation; `at`: its last activity. */
export const PersonHit = z.object({
  id: CustomerId,
  ...place,
  name: Marked,
  /** Grouped for reading. */
  phone: Marked.nullable(),
  /** The insurer's customer number. */
  number: Marked.nullable(),
})
export type PersonHit = z.output<typeof PersonHit>

export const TicketHit = z.object({
  id: TicketId,
  ...place,
  number: Marked,
  status: z.string(),
  title: Marked,
  excerpt: Marked,
})
export type TicketHit = z.output<typeof TicketHit>

/** A note on a ticket, an application or a customer, or in a conversation. */
export const NoteHit = z.object({
  id: z.string(),
  ...place,
  on: z.enum(['ticket', 'conversation', 'customer', ...applicationKinds]),
  /** The id and the reference of the ticket, conversation, customer or application; a customer has no reference. */
  on_id: z.string(),
  reference: z.string(),
  by: z.string(),
  excerpt: Marked,
})
export type NoteHit = z.output<typeof NoteHit>

export const IssueHit = z.object({
  id: IssueId,
  ...place,
  status: z.string(),
  title: Marked,
  excerpt: Marked,
})
export type IssueHit = z.output<typeof IssueHit>

export const ApplicationHit = z.object({
  id: ApplicationId,
  ...place,
  kind: z.enum(applicationKinds),
  reference: Marked,
  status: z.string(),
  /** The applicant, who may have another name than the customer. */
  name: Marked,
  form_name: z.string(),
})
export type ApplicationHit = z.output<typeof ApplicationHit>

const found = <T extends z.ZodType>(hit: T) =>
  z.object({
    /** Newest first. */
    hits: z.array(hit),
    /** The total, up to the limit of counting. */
    count: z.int().max(searchLimits.counted),
    /** More exist than were counted. */
    more: z.boolean(),
  })

/** Results by kind; null: the kind was not requested. */
export const SearchReply = z.object({
  messages: found(MessageHit)
    .extend({
      /** Conversations of the counted messages. */
      conversations: z.int(),
      /** `before` of the next page; null: no more. */
      next: z.string().nullable(),
    })
    .nullable(),
  people: found(PersonHit).nullable(),
  tickets: found(TicketHit).nullable(),
  notes: found(NoteHit).nullable(),
  issues: found(IssueHit).nullable(),
  applications: found(ApplicationHit).nullable(),
})
export type SearchReply = z.output<typeof SearchReply>

const isKind = (text: string): text is SearchKind => searchKinds.some(kind => kind === text)
const kindsIn = (text: string) => text.split(',').map(kind => kind.trim())

const kindList = z
  .string()
  .max(100)
  .refine(text => kindsIn(text).every(isKind), `must be of ${searchKinds.join(', ')}, with commas`)
  .transform(text => kindsIn(text).filter(isKind))

export const searchCalls = declare({
  search: {
    method: 'GET',
    path: '/search',
    summary:
      'Find anything: every word, number or reference of `q`; "quoted" words stand one behind another. Limited to what the caller may see',
    policy: 'desk',
    spends: 'search',
    query: z.object({
      q: z.string().max(searchLimits.typed).default(''),
      /** Separated by commas; absent: all. */
      kinds: kindList.optional(),
      /** Hits of each kind. */
      limit: z.coerce.number().int().min(1).max(searchLimits.page).default(20),
      /** From this moment, inclusive. */
      from: Time.optional(),
      /** Until this moment, exclusive. */
      to: Time.optional(),
      /** In this conversation only. */
      conversation: z.string().max(100).optional(),
      /** In conversations of this agent; "none": without an owner. */
      agent: z.string().max(100).optional(),
      /** In conversations of this status. */
      status: z.enum(conversationStatuses).optional(),
      /** Applies to messages only. */
      written_by: z.enum(messageWriters).optional(),
      /** The next page of messages: `next` of the one before. */
      before: z.string().max(100).optional(),
    }),
    reply: SearchReply,
    problems: ['search.too-long'],
  },
})
