import type { AttachmentEntity } from '@parley/core/attachments/api'
import type { MessageEntity } from '@parley/core/messages/api'
import type { OutboxEntry } from '@parley/core/messages/outbox'
import { createContext, useContext } from 'react'
import type { LinkedWork } from '../issues/IssueLink.tsx'
import type { ThreadReminders } from '../reminders/thread-reminders.ts'

/**
 * What the agent can do with the messages of the open conversation. Every row is drawn anew when the value changes, so it
 * changes with the conversation's state and not with its messages. Null: it cannot be done now.
 */
export interface ThreadActions {
  readonly viewerId: string
  /** Returns null when it was accepted, else why not. */
  readonly retryMessage: (message: MessageEntity) => Promise<string | null>
  readonly retryEntry: (entry: OutboxEntry) => Promise<void>
  /** Takes a queued message back. */
  readonly undoSend: (message: MessageEntity) => void
  /** Puts the text back into the box, to be sent anew. */
  readonly editMessage: (message: MessageEntity) => void
  readonly editEntry: (entry: OutboxEntry) => Promise<void>
  /** The next message quotes this one. */
  readonly reply: ((message: MessageEntity) => void) | null
  /** Puts an emoji on a message, null removes it. Returns null when it was accepted, else why not. */
  readonly react: ((message: MessageEntity, emoji: string | null) => Promise<string | null>) | null
  /** Opens a new ticket that quotes the message. */
  readonly newTicket: ((message: MessageEntity) => void) | null
  /** Opens the templates; null unless they alone can be sent. */
  readonly openTemplates: (() => void) | null
  /** Puts a proposed text into the box. */
  readonly suggest: ((text: string) => void) | null
  /** Shows a picture over the page. */
  readonly view: (file: AttachmentEntity) => void
  readonly issues: LinkedWork
  readonly reminders: ThreadReminders | null
  readonly hasAssist: boolean
}

export const ThreadActionsContext = createContext<ThreadActions | null>(null)

/** @throws Error outside of a conversation */
export function useThreadActions(): ThreadActions {
  const actions = useContext(ThreadActionsContext)
  if (actions === null) throw new Error('A message is drawn outside of a conversation')
  return actions
}
