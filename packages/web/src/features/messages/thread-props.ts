import type { AttachmentEntity } from '@parley/core/attachments/api'
import type { ConversationEntity } from '@parley/core/conversations/api'
import type { NoteEntity } from '@parley/core/notes/api'
import type { MessageEntity } from '@parley/core/messages/api'
import type { OutboxEntry } from '@parley/core/messages/outbox'
import type { ReactNode } from 'react'
import type { ThreadView } from '../../data/messages/thread.ts'
import type { MessageKeys } from './use-message-keys.ts'
import type { OnReact } from './ReactButton.tsx'

/** The notes among a thread's messages. */
export interface ThreadNotes {
  readonly items: readonly NoteEntity[]
  /** They are on their way: what is looked for may be one of them. */
  readonly isLoading: boolean
  /** The id of the viewer's newest; empty: there is none. */
  readonly newestOwn: string
  readonly draw: (note: NoteEntity) => ReactNode
}

/** What a thread is shown with. */
export interface ThreadProps {
  readonly conversation: ConversationEntity
  readonly viewerId: string
  readonly thread: ThreadView
  readonly entries: readonly OutboxEntry[]
  readonly notes: ThreadNotes
  /** When a note mentioned the viewer last, who has not seen it since; null: none does. */
  readonly mentionedAt: string | null
  /** The message or note to open at, instead of the newest or the first unread; null for none. */
  readonly reveal: string | null
  readonly attachment: (file: AttachmentEntity) => ReactNode
  /** What a message is marked with, beside its bubble. */
  readonly marks: (message: MessageEntity) => ReactNode
  /** What else can be done with it, shown on hover and on focus. */
  readonly tools: (message: MessageEntity) => ReactNode
  readonly keys: MessageKeys
  /** What stands below a message's bubble; null: nothing does. */
  readonly below: ((message: MessageEntity) => ReactNode) | null
  /** Null when it was taken, else why not. */
  readonly onRetryMessage: (message: MessageEntity) => Promise<string | null>
  readonly onRetryEntry: (entry: OutboxEntry) => Promise<void>
  readonly onEditMessage: (message: MessageEntity) => void
  /** The next message is to answer this one; null where nothing can be sent. */
  readonly onReply: ((message: MessageEntity) => void) | null
  /** Puts a sign on a message; null where nothing can be sent. */
  readonly onReact: OnReact | null
  /** Opens the templates, which go where nothing else does; null where they do not either. */
  readonly onTemplate: (() => void) | null
  /** Puts words into the box, to be changed and sent; null where nothing can be sent. */
  readonly onSuggest: ((words: string) => void) | null
  readonly onEditEntry: (entry: OutboxEntry) => Promise<void>
}
