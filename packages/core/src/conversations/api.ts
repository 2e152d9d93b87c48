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
  timeOrders,
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
  /** Null: no person offered it; it came from the queue. */
  by: z.object({ id: AgentId, name: z.string() }).nullable(),
  offered_at: Time,
  deadline: Time,
})
export type Offer = z.output<typeof Offer>

/** The limits of a conversation's channel on messages to its customer. */
export const Reach = z.object({
  /** Whether the channel stops free messages at some time. If not, `closes_at` is null and anything can be sent. */
  has_window: orElse(z.boolean(), true),
  /** The customer's last message or call, by WhatsApp's clock, never later than its arrival; null: never. */
  wrote_at: Time.nullable(),
  /**
   * From this moment on only templates can be sent: 24 hours after `wrote_at`, or the moment of a later attempt that WhatsApp
   * rejected as too late. Null: the customer never wrote, or there is no window.
   */
  closes_at: Time.nullable(),
  /** Why nothing can be sent; null: messages can be sent. */
  unreachable: z.enum(unreachableReasons).nullable(),
})

export type Reach = Plain<z.output<typeof Reach>>

/** A conversation without a viewer's own data: the form that an event carries. */
export const ConversationState = z.object({
  id: ConversationId,
  user: z.object({
    id: CustomerId,
    name: z.string().nullable(),
    /** The customer's profile name, if an agent set another one; else null. */
    profile_name: z.string().nullable(),
    phone_number: z.string().nullable(),
  }),
  agent: z.object({ id: AgentId, name: z.string() }).nullable(),
  /** The bot answers: no agent owns the conversation, and the customer waits for no person. */
  with_bot: z.boolean(),
  status: ConversationStatus,
  session_id: z.string().nullable(),
  last_message: LastMessage.nullable(),
  /** The state of a person's newest message to the customer, if it may not have arrived; null: it arrived, or there is none. */
  last_reply: z.enum(unsentReplies).nullable(),
  ticket: z.object({ id: TicketId, ticket_number: z.string().nullable() }).nullable(),
  tags: z.array(z.string()),
  metadata: z.object({ account_type: z.string().nullable(), customer_id: z.string().nullable() }),
  last_activity: Time,
  /** The start of the customer's wait for a person; null: they do not wait. */
  waiting_since: Time.nullable(),
  /** The priority of its most urgent open ticket; null: none is open. */
  ticket_priority: z.enum(ticketPriorities).nullable(),
  /** Within four hours only templates can be sent; updated within half a minute. */
  closes_soon: z.boolean(),
  /** The same within one hour. */
  closes_within_hour: z.boolean(),
  /**
   * All messages of the customer's wait only thank or agree ("Mwebale nnyo", 👍), so that it may need no reply; with the least
   * confidence of the recogniser. Null: the customer does not wait, or may want an answer.
   */
  acknowledgement: z.object({ confidence: z.number() }).nullable(),
  /**
   * The snooze: its end, its author and its reason. The conversation returns then, or as soon as the customer writes. Null: not
   * snoozed.
   */
  snoozed: z
    .object({
      until: Time,
      by: z.object({ id: AgentId, name: z.string() }).nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  /**
   * An agent decided that the customer's last messages need no reply, so that nobody waits: who, and when. The customer's next
   * message, a reply, or another status ends it. Null: not so.
   */
  no_reply: z.object({ at: Time, by: z.object({ id: AgentId, name: z.string() }).nullable() }).nullable(),
  /** Agents mentioned in its internal notes who have not seen the mention: the time of each agent's newest mention. */
  mentioned: z.array(z.object({ at: Time, agent_id: AgentId })),
  created_at: Time,
  updated_at: Time,
  /** The number of its countable inbound messages. */
  inbound_no: z.int(),
  /** The open offer; the conversation keeps its owner until it is accepted. */
  offer: Offer.nullable(),
  /** The number of its unresolved issues. */
  open_issues: z.int().min(0),
  /** The numbers of all its tickets and applications ("TCK-00007", "IPP-2207"); a search finds it by them. */
  references: z.array(z.string()),
  reach: Reach,
  /** The channel of the customer's messages and the replies; it decides the actions offered to the agent. */
  channel: z.enum(channels),
  /** The number, ours or a bridge's, that the customer wrote to and is answered from; null if there is only one. */
  business_number: z.string().nullable(),
  /** The time and the author of the erasure of the customer's data; null if they were not erased. */
  erased: z.object({ at: Time, by: z.string().nullable() }).nullable(),
  /** The conversation that continues this one after a merge of two customers; null: none does. */
  continued_in: ConversationId.nullable(),
  /** The customer's last rating of the service, 1 to 5; null: none. */
  rated: z.int().min(1).max(5).nullable(),
  /** Rises when a person edits the status or the tags. */
  version: z.int(),
})
export type ConversationState = z.output<typeof ConversationState>

/** A conversation for one viewer, with the caller's read cursor. `unread_count` = inbound_no − seen_no. */
export const ConversationRow = ConversationState.extend({ seen_no: z.int(), unread_count: z.int() })
export type ConversationRow = z.output<typeof ConversationRow>

/** The same for a server that may leave out some fields. */
export const ToldConversation = ConversationRow.extend({
  user: ConversationState.shape.user.extend({ id: CustomerId.nullable() }),
  agent: z.object({ id: AgentId, name: z.string().nullable() }).nullable(),
  last_activity: Time.nullable(),
  created_at: Time.nullable(),
  updated_at: Time.nullable(),
  reach: Reach.nullable(),
  version: z.int().nullable(),
})

/** A conversation as the console caches it. */
export type ConversationEntity = Plain<z.output<typeof ToldConversation>>

/** A conversation without the fields that each message changes. */
export type ConversationMeta = Omit<
  ConversationEntity,
  | 'last_activity'
  | 'waiting_since'
  | 'closes_soon'
  | 'closes_within_hour'
  | 'updated_at'
  | 'inbound_no'
  | 'seen_no'
  | 'unread_count'
  | 'last_message'
  | 'reach'
>

/** The version on which the caller's edit is based; a stale one is rejected. Absent: any version. */
const version = z.int().optional()

/** Skipped rows are still read by the database; `after` costs the same at any depth. */
const mostSkipped = 10_000

export const conversationCalls = declare({
  conversations: {
    method: 'GET',
    path: '/messages/admin/conversations',
    summary:
      'Conversations, newest or oldest activity first, or in the order of a queue; with conversation_id (one, or several with commas) just those',
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
      /** Continue after this conversation, so that a moving list skips nothing. */
      after: z.string().max(100).optional(),
      status: ConversationStatus.optional(),
      /** Words of a name, the last message's text, a phone number in any spelling, or a ticket's or application's number. */
      search: z.string().max(200).optional(),
      /** An agent's id, or "none". */
      assignee_id: z.string().max(100).optional(),
      /** True: with an unresolved issue; false: without one. */
      has_open_issues: z.stringbool().optional(),
      /**
       * The queue, in its order. Waiting customers come first, by the longest wait; with "open", the newest activity follows.
       * "closing": the window that closes first; "snoozed": the earliest return.
       */
      queue: z.enum(queues).optional(),
      /** Conversations whose notes mention this agent (an id), who has not seen the mention; the newest mention first. */
      mentioned_id: z.string().max(100).optional(),
      /** By activity; a queue and mentions have an order of their own. */
      order: z.enum(timeOrders).default('newest'),
    }),
    reply: z.array(ConversationRow),
    headers: ['Parley-Seq', 'Parley-Total', 'Parley-Counts'],
    // The filter by open issues belongs to an area that a server may leave out.
    problems: ['conversation.not-found', 'area.not-served'],
  },
  setConversationStatus: {
    method: 'PUT',
    path: '/conversations/:id/status',
    summary: 'Set the status: ACTIVE, RESOLVED, DORMANT or ARCHIVED',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    area: 'conversation-status',
    params: PathId,
    // Any text, so that an invalid status is rejected with the text of the requirements.
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
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    /** `until` null: unsnooze now. */
    body: z.object({
      until: z.iso.datetime({ offset: true }).nullable(),
      reason: typedText(maxSnoozeReason).nullable().default(null),
      /** With `until` null: the agent undoes their own snooze, and the thread gets no line about it. */
      undo: z.boolean().default(false),
      version,
    }),
    reply: ConversationRow,
    problems: ['conversation.not-found', 'conversation.changed'],
  },
  markNoReply: {
    method: 'PUT',
    path: '/conversations/:id/no-reply',
    summary: 'End the customer’s wait without a reply; refused if the customer wrote again',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    /** The `inbound_no` of the customer's newest message that the agent has seen. */
    body: z.object({ inbound_no: z.int().min(0) }),
    reply: ConversationRow,
    problems: ['conversation.not-found', 'conversation.changed', 'conversation.wrote-again'],
  },
  unmarkNoReply: {
    method: 'DELETE',
    path: '/conversations/:id/no-reply',
    summary: 'Let the customer wait again, from the same time',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
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
    policy: 'desk',
    about: { 'params.id': 'message' },
    spends: 'send',
    params: PathId,
    /** The number as the contact card has it. */
    body: z.object({ number: z.string().min(1).max(100) }),
    reply: z.object({ conversation_id: ConversationId, is_new_customer: z.boolean() }),
    problems: ['message.not-found'],
  },
})
