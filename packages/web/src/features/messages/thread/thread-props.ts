import type { ConversationEntity } from '@parley/core/conversations/api'
import type { NoteEntity } from '@parley/core/notes/api'
import type { OutboxEntry } from '@parley/core/messages/outbox'
import type { ThreadView } from '../../../data/messages/thread.ts'
import type { MessageKeys } from './use-message-keys.ts'

/** The notes among a thread's messages. */
export interface ThreadNotes {
  readonly items: readonly NoteEntity[]
  /** They are on their way: what is looked for may be one of them. */
  readonly isLoading: boolean
  /** The id of the viewer's newest; empty: there is none. */
  readonly newestOwn: string
}

/** For a thread without notes. */
export const noNotes: ThreadNotes = { items: [], isLoading: false, newestOwn: '' }

/** For a thread whose notes are being loaded. */
export const notesToCome: ThreadNotes = { ...noNotes, isLoading: true }

/** The data that a thread draws; `ThreadActionsContext` holds what can be done with it. */
export interface ThreadProps {
  readonly conversation: ConversationEntity
  readonly thread: ThreadView
  readonly entries: readonly OutboxEntry[]
  readonly notes: ThreadNotes
  /** The message or note to open at, instead of the newest or the first unread; null for none. */
  readonly reveal: string | null
  readonly keys: MessageKeys
}
