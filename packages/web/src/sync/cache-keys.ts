import type { ApplicationKind } from '@parley/core/api/applications'
import type { ConversationStatus } from '@parley/core/api/conversations'
import type {
  ApplicationsNeeds,
  ApplicationsState,
  IssuesState,
  ListState,
  ThreadState,
  TicketsState,
} from '@parley/core/live'
import type { AgentEntity } from '@parley/core/read/agent'
import type { ApplicationEntity } from '@parley/core/read/application'
import type { ConversationEntity } from '@parley/core/read/conversation'
import type { NotificationEntity } from '@parley/core/read/notification'
import type { TicketEntity } from '@parley/core/read/ticket'
import type { UnreadStats } from '@parley/core/read/unread-stats'
import type { ApplicationFilter } from '@parley/core/rules/application'
import type { ConversationFilter } from '@parley/core/rules/conversation'

/*
 * What the cache holds under which key. Every entry says the log number that it is true from: frames above it have been
 * or will be applied, frames at or below it never are.
 */

/** What a list says of its pages. */
export interface HeldPages {
  /** Only the first page was fetched last, while no frames came: what stands behind it may be old. */
  readonly isTailOld?: boolean
}

export interface HeldList extends ListState, HeldPages {
  readonly seq: number
}

export interface HeldConversation {
  /** Null: there is no such conversation. */
  readonly conversation: ConversationEntity | null
  readonly seq: number
}

export interface HeldThread extends ThreadState {
  readonly seq: number
}

export interface HeldUnread {
  readonly stats: UnreadStats
  readonly seq: number
}

/** What one answer holds whole and frames alone keep true; `frame-reducers.ts` says how. */
export interface Held<T> {
  readonly value: T
  readonly seq: number
}

/** All tickets of one conversation. */
export type HeldTickets = Held<TicketsState>
/** Null: there is no such ticket. */
export type HeldTicket = Held<TicketEntity | null>
/** All issues of one conversation. */
export type HeldIssues = Held<IssuesState>
/** A list of applications, and what frames could not settle in it: who shows it asks for that. */
export type HeldApplications = Held<ApplicationsState & { readonly lacks: ApplicationsNeeds }> & HeldPages
/** Null: there is no such application. */
export type HeldApplication = Held<ApplicationEntity | null>
/** Every agent, by name. */
export type HeldAgents = Held<readonly AgentEntity[]>
/** The viewer's notices that are not dismissed, newest first. */
export type HeldNotices = Held<readonly NotificationEntity[]>

/** How many conversations match a search, by status. */
export type StatusCounts = Readonly<Partial<Record<ConversationStatus, number>>>

/** Cache keys. The first word tells what is held. */
export const keys = {
  list: (filter: ConversationFilter) => ['conversations', filter] as const,
  conversation: (id: string) => ['conversation', id] as const,
  thread: (id: string) => ['thread', id] as const,
  unread: ['unread-stats'] as const,
  tickets: (conversationId: string) => ['tickets', conversationId] as const,
  ticket: (id: string) => ['ticket', id] as const,
  issues: (conversationId: string) => ['issues', conversationId] as const,
  /** `conversationId`: just those of its customer; null for all. */
  applications: (kind: ApplicationKind, filter: ApplicationFilter, conversationId: string | null) =>
    ['applications', kind, filter, conversationId] as const,
  application: (kind: ApplicationKind, id: string) => ['application', kind, id] as const,
  agents: ['agents'] as const,
  /** Not followed by frames: fetched again when the conversation's offer or owner changes. */
  assignments: (conversationId: string) => ['assignments', conversationId] as const,
  notices: ['notices'] as const,
}

const liveWords: ReadonlySet<unknown> = new Set([
  'conversations',
  'conversation',
  'thread',
  keys.unread[0],
  'tickets',
  'ticket',
  'issues',
  'applications',
  'application',
  keys.agents[0],
  keys.notices[0],
])

/** Whether a key's entry follows the frames. */
export const isLiveKey = (key: readonly unknown[]): boolean => liveWords.has(key[0])
