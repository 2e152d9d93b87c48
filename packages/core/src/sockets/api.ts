import * as z from 'zod'
import { socketPaths } from '../paths.ts'
import { AgentState } from '../agents/api.ts'
import { ApplicationKind } from '../applications/application.ts'
import { ChannelProblem } from '../channel/api.ts'
import { ConversationState } from '../conversations/api.ts'
import { AgentId, ConversationId } from '../ids.ts'
import { MessageDraft } from '../messages/drafts-api.ts'
import { Message } from '../messages/api.ts'
import { Notification, NotificationState } from '../notifications/api.ts'

/** A place in the log of changes. Numbers rise with every change; gaps are normal, since a socket sees a part. */
const seq = z.int()

const socketQuery = z.object({
  token: z.string().max(4000).optional(),
  /** In the token's place: good for one socket, once. */
  ticket: z.string().max(100).optional(),
  /** Send what changed after this number first; absent: from now on. */
  after: z.coerce.number().int().min(0).optional(),
})

/** A colleague who has a conversation open, and whether they are writing in it. */
export const Viewer = z.object({ agent_id: AgentId, agent_name: z.string(), typing: z.boolean() })
export type Viewer = z.output<typeof Viewer>

/**
 * Who else has the conversation open that this agent has open: everybody at once, whoever is not listed is gone. A word
 * about the moment that is in no log, so it has no number, is not caught up, and is void once the socket closes.
 */
export const PresenceEvent = z.object({
  event: z.literal('presence'),
  data: z.object({ conversation_id: ConversationId, viewers: z.array(Viewer) }),
})
export type PresenceEvent = z.output<typeof PresenceEvent>

/**
 * What is wrong between Parley and WhatsApp now, the worst first: said whenever it changes, and to a socket that opens
 * where anything is. Of the moment too: no number, void once the socket closes.
 */
export const ChannelProblemsEvent = z.object({
  event: z.literal('channel'),
  data: z.object({ problems: z.array(ChannelProblem) }),
})
export type ChannelProblemsEvent = z.output<typeof ChannelProblemsEvent>

/** A row was made, changed or removed: a page that shows it asks again. */
const Changed = z.object({ id: z.string(), conversation_id: ConversationId })
const changed = <Event extends string>(event: Event) =>
  z.object({ event: z.literal(event), data: Changed, seq })

export const SocketEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('new_message'), data: Message, seq }),
  z.object({ event: z.literal('message'), data: Message, seq }),
  z.object({ event: z.literal('conversation'), data: ConversationState, seq }),
  /**
   * In a workspace that leaves other departments' conversations to supervisors: a conversation changed hands. Null: this
   * agent may not see it any more, nor what belongs to it; otherwise they may, and may not have until now.
   */
  z.object({
    event: z.literal('sight'),
    data: z.object({ conversation_id: ConversationId, conversation: ConversationState.nullable() }),
    seq,
  }),
  changed('ticket'),
  changed('issue'),
  changed('note'),
  /** Once for each of the customer's conversations; `id` is the conversation's. */
  changed('customer-note'),
  changed('reminder'),
  z.object({ event: z.literal('application'), data: Changed.extend({ kind: ApplicationKind }), seq }),
  /** The caller's own mark. */
  z.object({
    event: z.literal('read'),
    data: z.object({ conversation_id: ConversationId, seen_no: z.int() }),
    seq,
  }),
  /** A draft of the caller's own, which they wrote, sent or emptied; to them alone. */
  z.object({ event: z.literal('draft'), data: MessageDraft, seq }),
  z.object({ event: z.literal('agent'), data: AgentState, seq }),
  /** Any change of a notice, to its agent alone. */
  z.object({ event: z.literal('notification'), data: NotificationState, seq }),
  /** Templates are others than before: whoever shows them asks again. */
  z.object({ event: z.literal('templates'), data: z.object({}), seq }),
  /** What the bot knows, or the hours it keeps to, are others than before: whoever shows them asks again. */
  z.object({ event: z.literal('bot'), data: z.object({}), seq }),
  /** Shared canned replies, or this agent’s own, are others than before: whoever shows them asks again. */
  z.object({ event: z.literal('canned-replies'), data: z.object({}), seq }),
  /** Shared views of the list of conversations, or this agent’s own, are others than before: whoever shows them asks again. */
  z.object({ event: z.literal('saved-views'), data: z.object({}), seq }),
  PresenceEvent,
  ChannelProblemsEvent,
  /** Caught up to `seq`. `log` names the database's log: another one means that everything held is stale. */
  z.object({ event: z.literal('ready'), log: z.string(), seq }),
  /** Everything up to `seq` has been sent. */
  z.object({ event: z.literal('pong'), seq }),
  /** `after` is too old or of another log: fetch everything again. */
  z.object({ event: z.literal('resync'), log: z.string(), seq }),
])
export type SocketEvent = z.output<typeof SocketEvent>
/** A frame that changes what a query holds: whatever is not about the socket itself, or of the moment. */
export type LiveEvent = Exclude<SocketEvent, { event: 'presence' | 'channel' | 'ready' | 'pong' | 'resync' }>

const PingEvent = z.object({ event: z.literal('ping') })

/** What the page shows: said when it changes, again every `viewingEveryMs`, and with null when it shows or is nothing any more. */
export const ViewingEvent = z.object({
  event: z.literal('viewing'),
  /** An unknown conversation counts as none. */
  conversation_id: z.string().max(100).nullable(),
  /** Something was typed into its composer just now. */
  typing: z.boolean(),
})
export type ViewingEvent = z.output<typeof ViewingEvent>

export const ClientEvent = z.discriminatedUnion('event', [PingEvent, ViewingEvent])
export type ClientEvent = z.output<typeof ClientEvent>

/** What a console may say of an assignment on the notification socket. It is answered and changes nothing: the server tells. */
export const AssignmentEvent = z.object({
  type: z.literal('ASSIGNMENT'),
  agent_id: z.string().max(100),
  conversation_id: z.string().max(100),
  message: z.string().max(1000).optional(),
})
export type AssignmentEvent = z.output<typeof AssignmentEvent>

/** A notice that is new or was updated, or the socket's own frames. */
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
