import type { ApplicationKind } from '../applications/application.ts'
import type { ConversationEntity, ConversationStatus } from '../conversations/api.ts'
import type { AgentEntity } from '../agents/api.ts'
import type { MessageDraftEntity } from '../messages/drafts-api.ts'
import type { UnreadStats } from '../messages/api.ts'
import type { NotificationEntity } from '../notifications/api.ts'
import type { ApplicationFilter } from '../applications/rules.ts'
import type { ConversationFilter } from '../conversations/rules.ts'
import type { TicketFilter } from '../tickets/rules.ts'
import type { Counts } from './unread.ts'
import type { ListState } from './list.ts'
import type { ThreadState } from './thread.ts'

/*
 * The client's cache, by key. Every entry has the event sequence number up to which it is current. Events above that number are
 * applied to it, events at or below it are not.
 */

/** The state of a list's pages. */
export interface CachedPages {
  /** Only the first page was refetched last, while no events arrived: the pages behind it may be stale. */
  readonly isTailOld?: boolean
}

export interface CachedList extends ListState, CachedPages {
  readonly seq: number
}

export interface CachedConversation {
  /** Null: the conversation does not exist. */
  readonly conversation: ConversationEntity | null
  readonly seq: number
}

export interface CachedThread extends ThreadState {
  readonly seq: number
}

export interface CachedUnread {
  readonly stats: UnreadStats
  readonly seq: number
}

/** One response, cached whole: events update it (`reducers.ts`), or cause a refetch. */
export interface Cached<T> {
  readonly value: T
  readonly seq: number
}

/** Every agent, sorted by name. */
export type CachedAgents = Cached<readonly AgentEntity[]>
/** The viewer's own drafts by conversation. `lacksSome`: the server may have more, so a screen that shows them refetches. */
export type CachedMessageDrafts = Cached<{
  readonly byConversation: ReadonlyMap<string, MessageDraftEntity>
  readonly lacksSome: boolean
}>
/** The viewer's notifications that are not dismissed, newest first. */
export type CachedNotices = Cached<readonly NotificationEntity[]>

/** The number of conversations that match a search, by status. */
export type StatusCounts = Counts<ConversationStatus>

/** The cache keys. The first word names the resource. */
export const keys = {
  list: (filter: ConversationFilter) => ['conversations', filter] as const,
  conversation: (id: string) => ['conversation', id] as const,
  thread: (id: string) => ['thread', id] as const,
  /** The part of a thread around one of its messages. */
  stretch: (id: string, message: string) => ['thread', id, message] as const,
  unread: ['unread-stats'] as const,
  tickets: (conversationId: string) => ['tickets', conversationId] as const,
  ticket: (id: string) => ['ticket', id] as const,
  ticketList: (filter: TicketFilter) => ['ticket-list', filter] as const,
  issues: (conversationId: string) => ['issues', conversationId] as const,
  notes: (conversationId: string) => ['notes', conversationId] as const,
  customerNote: (conversationId: string) => ['customer-note', conversationId] as const,
  reminders: (conversationId: string) => ['reminders', conversationId] as const,
  /** `conversationId`: only the applications of its customer; null for all. */
  applications: (kind: ApplicationKind, filter: ApplicationFilter, conversationId: string | null) =>
    ['applications', kind, filter, conversationId] as const,
  application: (kind: ApplicationKind, id: string) => ['application', kind, id] as const,
  agents: ['agents'] as const,
  /** Not updated by events: refetched when the conversation's offer or owner changes. */
  assignments: (conversationId: string) => ['assignments', conversationId] as const,
  notices: ['notices'] as const,
  messageDrafts: ['message-drafts'] as const,
}

/** The type of the cached value for each first word of a key, for entries that follow the events. */
export interface CachedBy {
  readonly conversations: CachedList
  readonly conversation: CachedConversation
  readonly thread: CachedThread
  readonly 'unread-stats': CachedUnread
  readonly agents: CachedAgents
  readonly notices: CachedNotices
  readonly 'message-drafts': CachedMessageDrafts
}

const liveWords: Readonly<Record<keyof CachedBy, true>> = {
  conversations: true,
  conversation: true,
  thread: true,
  'unread-stats': true,
  agents: true,
  notices: true,
  'message-drafts': true,
}

/** Whether a key's entry follows the events. */
export const isLiveKey = ([word]: readonly unknown[]): boolean =>
  typeof word === 'string' && Object.hasOwn(liveWords, word)
