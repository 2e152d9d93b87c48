import * as z from 'zod'
import { socketPaths } from '../paths.ts'
import { AgentState } from '../agents/api.ts'
import { ApplicationKind } from '../applications/application.ts'
import { ChannelProblem } from '../channel/api.ts'
import { ConversationState } from '../conversations/api.ts'
import { AgentId, ConversationId, conversationRows } from '../ids.ts'
import { MessageDraft } from '../messages/drafts-api.ts'
import { Message } from '../messages/api.ts'
import { Notification, NotificationState } from '../notifications/api.ts'

/**
 * A number in the event sequence. Numbers rise with every change. Gaps are normal, since a socket receives only a part of the
 * events.
 */
const seq = z.int()

const socketQuery = z.object({
  token: z.string().max(4000).optional(),
  /** Replaces the token; valid for one socket, once. */
  ticket: z.string().max(100).optional(),
  /** First send the changes after this number; absent: only new ones. */
  after: z.coerce.number().int().min(0).optional(),
})

/** A colleague who has a conversation open; `typing`: they are writing in it. */
export const Viewer = z.object({ agent_id: AgentId, agent_name: z.string(), typing: z.boolean() })
export type Viewer = z.output<typeof Viewer>

/**
 * The other agents who have the caller's open conversation open. Each event lists all of them; an agent who is not listed has
 * left. It describes the moment and is not logged: it has no number, is not replayed, and expires when the socket closes.
 */
export const PresenceEvent = z.object({
  event: z.literal('presence'),
  data: z.object({ conversation_id: ConversationId, viewers: z.array(Viewer) }),
})
export type PresenceEvent = z.output<typeof PresenceEvent>

/**
 * The current problems between Parley and WhatsApp, the worst first: sent on every change, and to a socket that opens during a
 * problem. It describes the moment too: no number, expires when the socket closes.
 */
export const ChannelProblemsEvent = z.object({
  event: z.literal('channel'),
  data: z.object({ problems: z.array(ChannelProblem) }),
})
export type ChannelProblemsEvent = z.output<typeof ChannelProblemsEvent>

/** A row was added, changed or removed: a page that shows it refetches. */
const Changed = z.object({ id: z.string(), conversation_id: ConversationId })

export const SocketEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('new_message'), data: Message, seq }),
  z.object({ event: z.literal('message'), data: Message, seq }),
  z.object({ event: z.literal('conversation'), data: ConversationState, seq }),
  /**
   * In a workspace that restricts other departments' conversations to supervisors: a conversation changed hands. Null: this agent
   * may no longer see it, nor anything that belongs to it; otherwise they may see it now, perhaps for the first time.
   */
  z.object({
    event: z.literal('sight'),
    data: z.object({ conversation_id: ConversationId, conversation: ConversationState.nullable() }),
    seq,
  }),
  z.object({ event: z.enum(conversationRows), data: Changed, seq }),
  /** Once for each of the customer's conversations; `id` is the conversation's. */
  z.object({ event: z.literal('customer-note'), data: Changed, seq }),
  /**
   * A conversation was offered, an offer ended, or somebody took it; `id` is the conversation's. Its row alone does not tell: an
   * offer that ended at once leaves no trace there.
   */
  z.object({ event: z.literal('assignment'), data: Changed, seq }),
  z.object({ event: z.literal('application'), data: Changed.extend({ kind: ApplicationKind }), seq }),
  /** The caller's own read cursor. */
  z.object({
    event: z.literal('read'),
    data: z.object({ conversation_id: ConversationId, seen_no: z.int() }),
    seq,
  }),
  /** A draft that the caller wrote, sent or emptied; sent to the caller only. */
  z.object({ event: z.literal('draft'), data: MessageDraft, seq }),
  z.object({ event: z.literal('agent'), data: AgentState, seq }),
  /** Any change of a notification, sent to its agent only. */
  z.object({ event: z.literal('notification'), data: NotificationState, seq }),
  /** The templates have changed: a page that shows them refetches. */
  z.object({ event: z.literal('templates'), data: z.object({}), seq }),
  /** The bot's knowledge or its business hours have changed: a page that shows them refetches. */
  z.object({ event: z.literal('bot'), data: z.object({}), seq }),
  /** Shared canned replies, or this agent’s own, have changed: a page that shows them refetches. */
  z.object({ event: z.literal('canned-replies'), data: z.object({}), seq }),
  /** Shared views of the list of conversations, or this agent’s own, have changed: a page that shows them refetches. */
  z.object({ event: z.literal('saved-views'), data: z.object({}), seq }),
  PresenceEvent,
  ChannelProblemsEvent,
  /** Caught up to `seq`. `log` names the database's event log: a different one means that everything cached is stale. */
  z.object({ event: z.literal('ready'), log: z.string(), seq }),
  /** Everything up to `seq` has been sent. */
  z.object({ event: z.literal('pong'), seq }),
  /** `after` is too old or from another log: fetch everything again. */
  z.object({ event: z.literal('resync'), log: z.string(), seq }),
])
export type SocketEvent = z.output<typeof SocketEvent>
/** An event that changes cached data: any event except those about the socket itself or the moment. */
export type LiveEvent = Exclude<SocketEvent, { event: 'presence' | 'channel' | 'ready' | 'pong' | 'resync' }>

const PingEvent = z.object({ event: z.literal('ping') })

/**
 * The conversation on the page: sent when it changes, again every `viewingEveryMs`, and with null when there is none or the page
 * is hidden.
 */
export const ViewingEvent = z.object({
  event: z.literal('viewing'),
  /** An unknown conversation counts as none. */
  conversation_id: z.string().max(100).nullable(),
  /** The agent typed into its composer just now. */
  typing: z.boolean(),
})
export type ViewingEvent = z.output<typeof ViewingEvent>

export const ClientEvent = z.discriminatedUnion('event', [PingEvent, ViewingEvent])
export type ClientEvent = z.output<typeof ClientEvent>

/**
 * A console's message about an assignment on the notification socket. It is acknowledged and changes nothing: the server sends
 * the notifications.
 */
export const AssignmentEvent = z.object({
  type: z.literal('ASSIGNMENT'),
  agent_id: z.string().max(100),
  conversation_id: z.string().max(100),
  message: z.string().max(1000).optional(),
})
export type AssignmentEvent = z.output<typeof AssignmentEvent>

/** A new or updated notification, or a control event of the socket. */
export const NotificationEvent = z.union([
  Notification.extend({ seq }),
  z.object({ event: z.literal('ready'), log: z.string(), seq }),
  z.object({ event: z.literal('pong'), seq }),
  z.object({ event: z.literal('resync'), log: z.string(), seq }),
])
export type NotificationEvent = z.output<typeof NotificationEvent>

export const sockets = {
  agent: {
    path: socketPaths.agent,
    policy: 'desk',
    summary: 'Changes of conversations and messages, for one agent',
    params: z.object({ id: AgentId }),
    query: socketQuery,
    receives: ClientEvent,
    sends: SocketEvent,
  },
  notifications: {
    path: socketPaths.notifications,
    policy: 'own-account',
    summary: 'Notices for the signed-in agent',
    query: socketQuery,
    receives: z.union([PingEvent, AssignmentEvent]),
    sends: NotificationEvent,
  },
} as const
