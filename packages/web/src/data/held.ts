import type { ConversationStatus } from '@parley/core/api/conversations'
import type { ListState, ThreadState } from '@parley/core/live'
import type { ConversationEntity } from '@parley/core/read/conversation'
import type { UnreadStats } from '@parley/core/read/unread-stats'
import type { ConversationFilter } from '@parley/core/rules/conversation'

/*
 * What the cache holds under which key. Every entry says the log number that it is true from: frames above it have been
 * or will be applied, frames at or below it never are.
 */

export interface HeldList extends ListState {
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

/** How many conversations match a search, by status. */
export type StatusCounts = Readonly<Partial<Record<ConversationStatus, number>>>

/** Cache keys. The first word tells what is held. */
export const keys = {
  list: (filter: ConversationFilter) => ['conversations', filter] as const,
  conversation: (id: string) => ['conversation', id] as const,
  thread: (id: string) => ['thread', id] as const,
  unread: ['unread-stats'] as const,
}

/** Whether a key's entry follows the frames. */
export const isLiveKey = (key: readonly unknown[]): boolean =>
  key[0] === 'conversations' || key[0] === 'conversation' || key[0] === 'thread' || key[0] === keys.unread[0]
