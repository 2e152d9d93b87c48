import type { ConversationEntity } from '@parley/core/conversations/api'
import { takes } from '@parley/core/channel/rules'
import type { MessageEntity } from '@parley/core/messages/api'
import type { OutboxEntry } from '@parley/core/messages/outbox'
import type { Store } from '../../store.ts'
import type { IssueWork } from '../issues/use-issue-work.ts'
import type { ThreadActions } from '../messages/thread-actions.ts'
import type { ThreadReminders } from '../reminders/thread-reminders.ts'
import type { Replies } from './writing/use-replies.ts'
import { useUndoSend } from './writing/use-undo-send.ts'
import type { WriteMode } from './writing/use-write-mode.ts'

interface Options {
  readonly agentId: string
  readonly conversation: ConversationEntity
  /** The newest messages. */
  readonly messages: readonly MessageEntity[]
  readonly replies: Replies
  readonly mode: WriteMode
  /** What WhatsApp takes now. Both false: nothing. */
  readonly reach: { readonly isOpen: boolean; readonly isTemplateOnly: boolean }
  readonly issues: IssueWork
  readonly reminders: ThreadReminders | null
  readonly hasAssist: boolean
  readonly newTicket: ThreadActions['newTicket']
  /** The id of the picture that is shown over the page. */
  readonly viewed: Store<string | null>
}

/** The actions of a conversation's messages. What puts text into the reply's box leads from the note back to the reply. */
export function useThreadActionsOf(options: Options): ThreadActions {
  'use memo'
  const { agentId, conversation, messages, replies, mode, reach, issues, reminders, hasAssist, viewed } =
    options
  const { newTicket } = options
  const { retryMessage, retryEntry, takeBack, reply, react, suggest, editMessage, editEntry } = replies
  const { open: openPicker } = replies.templates
  const { toReply } = mode
  const edits = {
    editMessage: (message: MessageEntity) => {
      toReply()
      editMessage(message)
    },
    editEntry: (entry: OutboxEntry) => {
      toReply()
      return editEntry(entry)
    },
    openTemplates: () => {
      toReply()
      openPicker()
    },
  }
  const undoSend = useUndoSend(agentId, conversation.id, messages, takeBack, edits.editMessage)
  // Not the texts that are being written on issues, which change with every key.
  const { area, issues: all, current, source, awaiting } = issues
  const linked = { area, issues: all, current, source, awaiting }
  const { isOpen, isTemplateOnly } = reach
  const canReact = isOpen && takes(conversation.channel, 'reaction')
  return {
    viewerId: agentId,
    retryMessage,
    retryEntry,
    undoSend,
    editMessage: edits.editMessage,
    editEntry: edits.editEntry,
    reply: isOpen ? reply : null,
    react: canReact ? react : null,
    newTicket,
    openTemplates: isTemplateOnly ? edits.openTemplates : null,
    suggest: isOpen ? suggest : null,
    view: file => viewed.set(file.id),
    issues: linked,
    reminders,
    hasAssist,
  }
}
