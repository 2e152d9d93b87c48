import * as z from 'zod'
import { longestName } from '../agents/constants.ts'
import { declare, orElse, type Plain } from '../call.ts'
import { channels } from '../channel/constants.ts'
import {
  AgentId,
  AssignmentId,
  ConversationId,
  CustomerId,
  MessageId,
  PathId,
  TicketId,
  Time,
} from '../ids.ts'
import { Direction, Source } from '../messages/api.ts'
import { textOf, typedText } from '../text/typed.ts'
import { ticketPriorities } from '../tickets/constants.ts'
import {
  conversationStatuses,
  maxSnoozeReason,
  maxTagLength,
  maxTags,
  queues,
  unreachableReasons,
  unsentReplies,
} from './constants.ts'

export const ConversationStatus = z.enum(conversationStatuses)
export type ConversationStatus = z.output<typeof ConversationStatus>

export const LastMessage = z.object({
  created_at: Time,
  id: MessageId,
  content: z.string(),
  message_type: orElse(z.string(), 'text'),
  direction: Direction,
  source: Source,
  sender_id: z.string().nullable(),
  sender_name: z.string().nullable(),
  has_attachments: z.boolean(),
})

/** An open offer of a conversation to one agent, until `deadline`. */
export const Offer = z.object({
  id: AssignmentId,
  agent_id: AgentId,
  agent_name: z.string(),
  /** Null: nobody offered it, it waited in the queue. */
  by: z.object({ id: AgentId, name: z.string() }).nullable(),
  offered_at: Time,
  deadline: Time,
})
export type Offer = z.output<typeof Offer>

/** When the channel of a conversation takes what for its customer. */
export const Reach = z.object({
  /** Whether only templates go from some time on; where not, `closes_at` is null and anything goes. */
  has_window: orElse(z.boolean(), true),
  /** When they last wrote or called, by WhatsApp's clock, never later than it arrived; null: never. */
  wrote_at: Time.nullable(),
  /**
   * From this moment on only templates go: 24 hours behind that, or the moment of a later try that WhatsApp refused as too
   * late. Null: they never wrote, or there is no window.
   */
  closes_at: Time.nullable(),
  /** Why nothing goes at all; null: it does. */
  unreachable: z.enum(unreachableReasons).nullable(),
})

export type Reach = Plain<z.output<typeof Reach>>

/** A conversation as every agent sees it: what a frame carries. */
export const ConversationState = z.object({
  id: ConversationId,
  user: z.object({
    id: CustomerId,
    name: z.string().nullable(),
    /** The name of their profile, where an agent set another one; else null. */
    profile_name: z.string().nullable(),
    phone_number: z.string().nullable(),
  }),
  agent: z.object({ id: AgentId, name: z.string() }).nullable(),
  /** The bot answers: nobody has it, and no person is waited for. */
  with_bot: z.boolean(),
  status: ConversationStatus,
  session_id: z.string().nullable(),
  last_message: LastMessage.nullable(),
  /** What the newest message that a person wrote to the customer came to, where they may not have it; null: they have, or none was. */
  last_reply: z.enum(unsentReplies).nullable(),
  ticket: z.object({ id: TicketId, ticket_number: z.string().nullable() }).nullable(),
  tags: z.array(z.string()),
  metadata: z.object({ account_type: z.string().nullable(), customer_id: z.string().nullable() }),
  last_activity: Time,
  /** Since when the customer waits for a person; null: they do not. */
  waiting_since: Time.nullable(),
  /** Of its most urgent open ticket; null: none is open. Who waits counts as waiting for longer by it. */
  ticket_priority: z.enum(ticketPriorities).nullable(),
  /** In less than four hours only templates go; kept within half a minute. */
  closes_soon: z.boolean(),
  /** Until when it was put off, by whom and why; it is back then, or as soon as the customer writes. Null: it was not. */
  snoozed: z
    .object({
      until: Time,
      by: z.object({ id: AgentId, name: z.string() }).nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  /** Whom colleagues mentioned in its internal notes, and who has not seen it since: the time of the newest mention of each. */
  mentioned: z.array(z.object({ at: Time, agent_id: AgentId })),
  created_at: Time,
  updated_at: Time,
  /** How many countable inbound messages it has had. */
  inbound_no: z.int(),
  /** The open offer; the conversation keeps its owner until it is accepted. */
  offer: Offer.nullable(),
  /** How many of its issues are not resolved. */
  open_issues: z.int().min(0),
  /** The numbers of all its tickets and applications ("TCK-00007", "IPP-2207"), by which a search finds it. */
  references: z.array(z.string()),
  reach: Reach,
  /** By what they write and are answered: what is offered to the agent goes by it. */
  channel: z.enum(channels),
  /** Which of our numbers, or of the bridges, they wrote to and are answered from; null where there is nothing to tell apart. */
  business_number: z.string().nullable(),
  /** When the customer's data were erased, and by whom; null where they are there. */
  erased: z.object({ at: Time, by: z.string().nullable() }).nullable(),
  /** The conversation that it goes on in, since both customers turned out to be one; null: in itself. */
  continued_in: ConversationId.nullable(),
  /** What the customer said last of how they were served, 1 to 5; null: nothing. */
  rated: z.int().min(1).max(5).nullable(),
  /** Rises when people edit it: status and tags. */
  version: z.int(),
})
export type ConversationState = z.output<typeof ConversationState>

/** The same for one viewer: with the caller's mark. `unread_count` = inbound_no − seen_no. */
export const ConversationRow = ConversationState.extend({ seen_no: z.int(), unread_count: z.int() })
export type ConversationRow = z.output<typeof ConversationRow>

/** The same of a server that may not tell some of it. */
export const ToldConversation = ConversationRow.extend({
  user: ConversationState.shape.user.extend({ id: CustomerId.nullable() }),
  agent: z.object({ id: AgentId, name: z.string().nullable() }).nullable(),
  last_activity: Time.nullable(),
  created_at: Time.nullable(),
  updated_at: Time.nullable(),
  reach: Reach.nullable(),
  version: z.int().nullable(),
})

/** A conversation as the console holds it. */
export type ConversationEntity = Plain<z.output<typeof ToldConversation>>

/** A conversation without what each message changes. */
export type ConversationMeta = Omit<
  ConversationEntity,
  | 'last_activity'
  | 'waiting_since'
  | 'closes_soon'
  | 'updated_at'
  | 'inbound_no'
  | 'seen_no'
  | 'unread_count'
  | 'last_message'
  | 'reach'
>

/** The version that the caller's edit is based on; a stale one is refused. Absent: whatever there is. */
const version = z.int().optional()

/** Rows that are skipped are read all the same; `after` costs the same at any depth. */
const mostSkipped = 10_000

export const conversationCalls = declare({
  conversations: {
    method: 'GET',
    path: '/messages/admin/conversations',
    summary:
      'Conversations, newest activity first, or in the order of a queue; with conversation_id (one, or several with commas) just those',
    access: 'session',
    policy: 'desk',
    about: { 'query.conversation_id': 'conversation' },
    spends: 'search',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(500).default(500),
      skip: z.coerce
        .number()
        .int()
        .min(0)
        .max(mostSkipped, `must be at most ${mostSkipped}; go on behind the last row with after={its id}`)
        .default(0),
      conversation_id: z.string().max(2000).optional(),
      /** Continue behind this conversation, so that a moving list skips nothing. */
      after: z.string().max(100).optional(),
      status: ConversationStatus.optional(),
      /** The words of a name, the last message's text, a phone number in any spelling, or a ticket's or application's number. */
      search: z.string().max(200).optional(),
      /** An agent's id, or "none". */
      assignee_id: z.string().max(100).optional(),
      /** With an issue that is not resolved, or without any such. */
      has_open_issues: z.stringbool().optional(),
      /**
       * What there is to do, in its order: who waits for a person, longest first, and with "open" then the newest activity;
       * "closing": who can be answered for the shortest time; "snoozed": what is back first.
       */
      queue: z.enum(queues).optional(),
      /** In whose notes a colleague mentions this agent (an id), who has not seen it since; the newest mention first. */
      mentioned_id: z.string().max(100).optional(),
    }),
    reply: z.array(ConversationRow),
    headers: ['Parley-Seq', 'Parley-Total', 'Parley-Counts'],
    // The filter by open issues is of an area that a server may leave out.
    problems: ['conversation.not-found', 'area.not-served'],
  },
  setConversationStatus: {
    method: 'PUT',
    path: '/conversations/:id/status',
    summary: 'Set the status: ACTIVE, RESOLVED, DORMANT or ARCHIVED',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    area: 'conversation-status',
    params: PathId,
    // Any text, so that a wrong one is refused in the words of the requirements.
    body: z.object({ status: z.string().max(100), version }),
    reply: ConversationRow,
    problems: [
      'conversation.invalid-status',
      'conversation.not-found',
      'conversation.changed',
      'conversation.another-open',
    ],
  },
  setConversationTags: {
    method: 'PUT',
    path: '/conversations/:id/tags',
    summary: 'Replace the tags; blank and repeated ones are left out',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    body: z.object({ tags: z.array(textOf(maxTagLength)).max(maxTags), version }),
    reply: ConversationRow,
    problems: ['conversation.not-found', 'conversation.changed'],
  },
  renameCustomer: {
    method: 'PATCH',
    path: '/conversations/:id/customer',
    summary: 'Correct the name of a conversation’s customer; null: the name of their profile again',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    body: z.object({ name: textOf(longestName).nullable() }),
    reply: ConversationRow,
    problems: ['conversation.not-found', 'customer.erased'],
  },
  snoozeConversation: {
    method: 'PUT',
    path: '/conversations/:id/snooze',
    summary: 'Put an open conversation off until a time, with a reason, or take it back',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    /** `until` null: it is back now. */
    body: z.object({
      until: z.iso.datetime({ offset: true }).nullable(),
      reason: typedText(maxSnoozeReason).nullable().default(null),
      /** With `until` null: who put it off takes a slip back, and the thread has no line of it. */
      undo: z.boolean().default(false),
      version,
    }),
    reply: ConversationRow,
    problems: ['conversation.not-found', 'conversation.changed'],
  },
})

export const contactCalls = declare({
  openContact: {
    method: 'POST',
    path: '/messages/agent/messages/:id/contact',
    summary:
      'The conversation with somebody whose number stands on a contact card of a message: theirs, or a new one of a new customer',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'message' },
    spends: 'send',
    params: PathId,
    /** As it stands on the card. */
    body: z.object({ number: z.string().min(1).max(100) }),
    reply: z.object({ conversation_id: ConversationId, is_new_customer: z.boolean() }),
    problems: ['message.not-found'],
  },
})
