import * as z from 'zod'
import { Attachment } from '../attachments/api.ts'
import { declare, orElse, type Plain } from '../call.ts'
import { AgentId, ConversationId, MessageId, PathId, Time } from '../ids.ts'
import { ChosenTemplate } from '../templates/api.ts'
import { textOf } from '../text/typed.ts'
import { Ask, SentCard } from './asks.ts'
import { attemptStates, maxTextLength } from './constants.ts'
import { MessageDetails } from './details.ts'
import { DraftStepFields } from './draft-step.ts'

/** One emoji that Unicode recommends, of any number of parts. */
const oneEmoji = new RegExp('^\\p{RGI_Emoji}$', 'v')

export const Direction = z.enum(['INBOUND', 'OUTBOUND'])
export const Source = z.enum(['USER', 'CUSTOMER', 'AGENT', 'BOT', 'SYSTEM'])

/**
 * The real state of an outbound message. queued, sending: on our server. sent, delivered, read, played: as WhatsApp reported.
 * unknown: WhatsApp may or may not have it; it is never resent automatically. received: an inbound message.
 */
export const MessageStatus = z.enum([
  'received',
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'played',
  'failed',
  'unknown',
])
export type MessageStatus = z.output<typeof MessageStatus>

export const Failure = z.object({ sentence: z.string(), code: z.string(), remedy: z.string() })

/** The console's analysis of the text, made before sending. */
const MessageMetadata = z.object({
  intent: z.string().max(200).nullable().optional(),
  confidence: z.number().min(0).max(1).nullable().optional(),
  entities: z.record(z.string().max(200), z.unknown()).optional(),
})

/** The part of a quoted message that a reply shows. */
export const QuotedMessage = z.object({
  id: MessageId,
  created_at: Time,
  direction: Direction,
  message_type: orElse(z.string(), 'text'),
  source: Source,
  sender_name: z.string().nullable(),
  /** The beginning of its text. */
  excerpt: z.string(),
  /** Its first file. */
  attachment: Attachment.nullable(),
})
export type QuotedMessage = z.output<typeof QuotedMessage>
export type QuotedEntity = Plain<QuotedMessage>

/** A reaction to a message, by the customer, an agent or the bot. */
const Reaction = z.object({
  emoji: z.string(),
  by: z.enum(['CUSTOMER', 'AGENT', 'BOT']),
  agent_name: z.string().nullable(),
  at: Time,
  /** For an agent's reaction: there, pending (to add or to remove), or failed. */
  state: z.enum(['there', 'waiting', 'failed']),
  /** Why it failed. */
  failure: Failure.nullable(),
})

export type ReactionEntity = Plain<z.output<typeof Reaction>>

/** WhatsApp's label for a forwarded message; frequently: forwarded through more than five chats. */
const Forwarded = z.enum(['forwarded', 'frequently_forwarded'])

export const Message = z.object({
  id: MessageId,
  conversation_id: ConversationId,
  content: z.string(),
  created_at: Time,
  direction: Direction,
  /** WhatsApp's own type: text, image, document, audio, …; an unknown one is stored unchanged. */
  message_type: orElse(z.string(), 'text'),
  source: Source,
  sender_id: z.string().nullable(),
  sender_name: z.string().nullable(),
  username: z.string().nullable(),
  response_time_seconds: z.int().nullable(),
  attachments: z.array(Attachment),
  issue_id: z.string().nullable(),
  first_seen_at: Time.nullable(),
  /** The message's number among the conversation's countable inbound messages; null if it does not count. */
  inbound_no: z.int().nullable(),
  status: MessageStatus,
  failure: Failure.nullable(),
  /** Why it is not sent yet, and when it is sent or attempted automatically; null: nothing delays it. */
  waits: z.object({ sentence: z.string(), until: Time }).nullable(),
  /** The end of the undo time for its author; null: there is none. */
  leaves_at: Time.nullable(),
  client_message_id: z.string().nullable(),
  /** The message that it answers; null: none. `message` is null if that one is not in this conversation, or not yet. */
  quote: z.object({ message: QuotedMessage.nullable() }).nullable(),
  forwarded: Forwarded.nullable(),
  reactions: z.array(Reaction),
  /** The customer edited it, last at `at`: `content` is the current text, `original` the first. */
  edited: z.object({ at: Time, original: z.string() }).nullable(),
  /** When the customer deleted it. `content` is the deleted text, visible to agents only. */
  revoked_at: Time.nullable(),
  /** Its structured parts beyond the text; null: none. */
  details: MessageDetails.nullable(),
})
export type Message = z.output<typeof Message>

/** One attempt to send a message to WhatsApp, with the time of each step; null: it has not happened, or was not reported. */
export const Attempt = z.object({
  /** Counts from 1. */
  no: z.int(),
  state: z.enum(attemptStates),
  /** By the server's clock: the start of the attempt, and WhatsApp's acceptance. */
  created_at: Time,
  accepted_at: Time.nullable(),
  /** By WhatsApp's clock, to the second. */
  sent_at: Time.nullable(),
  delivered_at: Time.nullable(),
  read_at: Time.nullable(),
  played_at: Time.nullable(),
  /** By WhatsApp's clock if WhatsApp reported the failure later, else by the server's. */
  failed_at: Time.nullable(),
  failure: Failure.nullable(),
  /** WhatsApp's own data on the price; null: none yet. */
  pricing: z
    .object({
      billable: z.boolean().nullable(),
      model: z.string().nullable(),
      type: z.string().nullable(),
      category: z.string().nullable(),
    })
    .nullable(),
})
export type Attempt = z.output<typeof Attempt>

/** A message for one viewer. Events carry the plain message, since all viewers get the same bytes. */
export const ViewedMessage = Message.extend({ is_read: z.boolean() })

/** A message as the console caches it (DATA-07). */
export type MessageEntity = Plain<z.output<typeof ViewedMessage>>

const SentMessage = Message.extend({
  agent_id: AgentId,
  agent_name: z.string(),
})

export const History = z.object({
  messages: z.array(ViewedMessage),
  /** Older messages exist before the first of these. */
  has_more: z.boolean(),
  /** Newer messages exist after the last of these; only with `around` and `after`. */
  has_newer: z.boolean(),
})

const count = z.int().min(0)

/** The viewer's unread counts (DATA-16). */
export const UnreadStats = z.object({
  total_unread_messages: count,
  conversations_with_unread: count,
  /** By conversation id; only those above 0. */
  conversation_unread_counts: z.record(ConversationId, z.int().min(1)),
  unread_notifications: count,
  unread_conversations: z.array(ConversationId),
})
export type UnreadStats = Plain<z.output<typeof UnreadStats>>

const historyQuery = z.object({
  include_attachments: z.stringbool().default(true),
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  before: z.string().max(100).optional(),
  around: z.string().max(100).optional(),
  after: z.string().max(100).optional(),
})

const history = (path: `/${string}`) =>
  ({
    method: 'GET',
    path,
    summary:
      'The thread, oldest first: the newest `limit`, those before or after a message, or those around one',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    query: historyQuery,
    reply: History,
    headers: ['Parley-Seq'],
    problems: ['conversation.not-found', 'message.not-found'],
  }) as const

export const SendBody = z.object({
  /** The client's idempotency key: the same key never makes a second message. */
  client_message_id: z.string().min(1).max(100),
  content: textOf(maxTextLength).optional(),
  document_id: z.string().max(100).optional(),
  /** The document is a voice note: Ogg with Opus, one channel. */
  voice: z.literal(true).optional(),
  /** Instead of text and document: the only kind of message that can be sent once the window is closed. */
  template: ChosenTemplate.optional(),
  /** The choices that the customer can press below the text; without a file. */
  ask: Ask.optional(),
  /** A card for the customer's address book, instead of text and document. */
  card: SentCard.optional(),
  metadata: MessageMetadata.optional(),
  /**
   * The canned reply that the content was made from, and the conversation's intent at that time: counted as a use. One that the
   * sender may not read, or that no longer exists, is not counted and does not block the message.
   */
  canned_reply: z
    .object({ id: z.string().max(100), intent: z.string().max(100).nullable().optional() })
    .optional(),
  /** The content's step in the draft's writes: the server's copy of the draft ends with the message. */
  draft: DraftStepFields.optional(),
  /** The greatest message id that the sender had seen, "0" for none: rejected if another agent has answered since. */
  seen_message_id: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a decimal id, or 0 for none')
    .optional(),
  /** Send although another agent has answered since. */
  force: z.boolean().optional(),
  /**
   * The owner of the conversation when the sender pressed Send, null for none; set for messages that are sent later without
   * another press. Rejected if a third agent owns it by then.
   */
  believed_assignee_id: z.string().max(100).nullable().optional(),
  /** The conversation becomes RESOLVED with the message; taking the message back undoes that. */
  resolve: z.literal(true).optional(),
  /** The issue of this conversation that the message is attached to. */
  issue_id: z.string().max(100).optional(),
  /** The message of this conversation that it answers; WhatsApp must have that message. */
  quoted_message_id: z.string().max(100).optional(),
  /** Ids of other customers' files; the sender confirmed that they may go to this customer. */
  confirmed_attachments: z.array(z.string().max(100)).max(10).optional(),
})
export type SendBody = z.input<typeof SendBody>

export const messageCalls = declare({
  history: history('/messages/admin/conversation/:id/history'),
  historyFallback: history('/messages/admin/conversations/:id/history'),
  send: {
    method: 'POST',
    path: '/messages/agent/send/:id',
    summary:
      'Answer a customer: by query (content, document_id) or by body with a client_message_id, not both',
    policy: 'desk',
    about: { 'params.id': 'conversation', 'body.issue_id': 'issue', 'body.quoted_message_id': 'message' },
    spends: 'send',
    params: PathId,
    query: z.object({
      content: textOf(maxTextLength).optional(),
      document_id: z.string().max(100).optional(),
    }),
    body: SendBody.optional(),
    reply: SentMessage,
    problems: [
      'agent.not-found',
      'conversation.not-found',
      'conversation.archived',
      'assignment.taken',
      'message.same-client-id',
      'message.answered-since',
      'message.window-closed',
      'message.unreachable',
      'template.not-found',
      'template.not-sendable',
      'attachment.not-found',
      'attachment.of-another-customer',
    ],
  },
  react: {
    method: 'PUT',
    path: '/messages/agent/messages/:id/reaction',
    summary: 'Put a sign on a message, in place of the business’s own one; null takes it away',
    policy: 'desk',
    about: { 'params.id': 'message' },
    spends: 'send',
    params: PathId,
    body: z.object({ emoji: z.string().max(40).regex(oneEmoji, 'must be one emoji').nullable() }),
    reply: Message,
    problems: [
      'message.not-found',
      'message.not-reactable',
      'message.window-closed',
      'message.unreachable',
      'conversation.archived',
    ],
  },
  retry: {
    method: 'POST',
    path: '/messages/agent/messages/:id/retry',
    summary: 'Try a failed or undecided message again, as a new attempt',
    policy: 'desk',
    about: { 'params.id': 'message' },
    spends: 'send',
    params: PathId,
    reply: Message,
    problems: [
      'message.not-found',
      'message.not-retryable',
      'message.window-closed',
      'conversation.archived',
    ],
  },
  takeBack: {
    method: 'POST',
    path: '/messages/agent/messages/:id/take-back',
    summary: 'Take back a message of one’s own that has not left yet; it is in no thread and no figure then',
    policy: 'desk',
    about: { 'params.id': 'message' },
    spends: 'send',
    params: PathId,
    reply: Message,
    problems: ['message.not-found', 'message.not-yours', 'message.left'],
  },
  attempts: {
    method: 'GET',
    path: '/messages/agent/messages/:id/attempts',
    summary: 'Each try to hand a message over, the oldest first, and when each thing happened to it',
    policy: 'desk',
    about: { 'params.id': 'message' },
    params: PathId,
    reply: z.object({
      /** The display name of the channel that carried it. */
      channel: z.string(),
      attempts: z.array(Attempt),
    }),
    problems: ['message.not-found'],
  },
  markSeen: {
    method: 'POST',
    path: '/messages/agent/conversations/:id/mark-seen',
    summary: "Raise the caller's mark to a message, or to all up to now; what mentioned them there is seen",
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    body: z
      .object({
        up_to: z.string().max(100).optional(),
        /** Only the mentions of the caller are marked as seen: the read cursor stays. */
        only: z.literal('mentions').optional(),
      })
      .optional(),
    reply: z.object({ conversation_id: ConversationId, updated_count: z.int() }),
    problems: ['conversation.not-found', 'message.not-found'],
  },
  unreadStats: {
    method: 'GET',
    path: '/messages/agent/unread-stats',
    summary: "The caller's unread messages",
    policy: 'desk',
    reply: UnreadStats,
    headers: ['Parley-Seq'],
  },
})
