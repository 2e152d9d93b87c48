import type { ConversationEntity } from '@parley/core/conversations/api'
import { takes } from '@parley/core/channel/rules'
import type { MessageEntity } from '@parley/core/messages/api'
import { takeBackMs } from '@parley/core/messages/delivery'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { canRetry } from '@parley/core/messages/rules'
import { wantsTemplate } from '@parley/core/conversations/window'
import { type Store, useStore } from '../../store.ts'
import { chooseIssueFor, type IssueWork } from '../issues/use-issue-work.ts'
import type { ThreadActions } from '../messages/thread-actions.ts'
import type { ThreadReminders } from '../reminders/thread-reminders.ts'
import type { Replies, WriteMode } from './writing/use-replies.ts'
import { leftWords, sentKey, undoAskedOf, useNotedSent } from './UndoAway.tsx'
import { serverNow } from '../../client/server-clock.ts'
import { forgetAction, lastAction } from '../../commands/last-action.ts'
import { showToast } from '../../ui/states/toasts.ts'
import type { MessageKeys } from '../messages/thread/use-message-keys.ts'
import { useCommand } from '../../commands/live.ts'

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
  const { agentId, conversation, replies, mode, reach, issues, viewed } = options
  const { retryMessage, retryEntry, takeBack, reply, react, suggest, editMessage, editEntry } = replies
  const { open: openPicker } = replies.templates
  const { toReply } = mode
  const edit = (message: MessageEntity) => {
    toReply()
    editMessage(message)
  }
  const openTemplates = () => {
    toReply()
    openPicker()
  }
  const undoSend = useUndoSend(agentId, conversation.id, options.messages, takeBack, edit)
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
    editMessage: edit,
    editEntry: entry => {
      toReply()
      return editEntry(entry)
    },
    reply: isOpen ? reply : null,
    react: canReact ? react : null,
    newTicket: options.newTicket,
    openTemplates: isTemplateOnly ? openTemplates : null,
    suggest: isOpen ? suggest : null,
    view: file => viewed.set(file.id),
    issues: linked,
    reminders: options.reminders,
    hasAssist: options.hasAssist,
  }
}

/**
 * Taking back what the agent has just sent: by a press beside it, and for an agent who comes for it by Z or a toast.
 * @param takeBack null when it is taken back, else why not
 * @param putBack puts what it said into the composer
 */
function useUndoSend(
  agentId: string,
  conversationId: string,
  messages: readonly MessageEntity[],
  takeBack: (message: MessageEntity) => Promise<string | null>,
  putBack: (message: MessageEntity) => void,
): (message: MessageEntity) => void {
  const taking = useRef(new Set<string>())
  const undo = useCallback(
    (message: MessageEntity) => {
      taking.current.add(message.id)
      forgetAction(sentKey({ messageId: message.id }))
      const take = async () => {
        const refused = await takeBack(message)
        if (refused === null) putBack(message)
        else showToast({ key: 'undo-send', title: refused, urgent: true })
      }
      void take()
    },
    [takeBack, putBack],
  )
  const newest = useMemo(() => {
    const isOwnHeld = (one: MessageEntity) => one.status === 'queued' && one.sender_id === agentId
    return messages.findLast(one => one.leaves_at !== null && isOwnHeld(one)) ?? null
  }, [messages, agentId])
  const noteSent = useNotedSent()
  const isNothingNoted = useStore(lastAction) === null
  useEffect(() => {
    // Sent before the page was loaded, or before a reply that was taken back.
    if (newest !== null && newest.leaves_at !== null && isNothingNoted && !taking.current.has(newest.id))
      noteSent({ conversationId, messageId: newest.id, leavesAt: newest.leaves_at, resolves: false })
  }, [newest, isNothingNoted, conversationId, noteSent])

  const asked = undoAskedOf(useLocation().state)
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (asked === null || done.current === asked) return
    const message = messages.find(one => one.id === asked)
    if (message === undefined) return
    done.current = asked
    // The address keeps what it asked for when the page is loaded anew.
    if (takeBackMs(message, agentId, serverNow()) > 0) undo(message)
    else showToast({ key: 'undo-send', title: leftWords, urgent: true })
  }, [asked, messages, agentId, undo])
  return undo
}

/** The same until what it does changes. */
export function useMessageKeysOf(
  reminders: ThreadReminders | null,
  newest: string | null,
  issues: IssueWork | null,
): MessageKeys {
  'use memo'
  return {
    remindNewest: reminders === null || newest === null ? null : () => reminders.asked.set(newest),
    chooseIssue:
      issues === null || issues.source === null
        ? null
        : (message, from) => chooseIssueFor(issues, message, from),
  }
}

/**
 * Offers a key for the newest reply, where it failed and the same again may help. The thread shows how it goes.
 * @param retry answers null once it was taken, else why not, for a person
 */
export function useRetryCommand(
  messages: readonly MessageEntity[],
  retry: ((message: MessageEntity) => Promise<string | null>) | null,
): void {
  const newest = messages.findLast(({ direction }) => direction === 'OUTBOUND')
  const failed =
    newest !== undefined && canRetry(newest.status) && !wantsTemplate(newest.failure) ? newest : null
  const press = async (message: MessageEntity) => {
    const refused = await retry?.(message)
    if (typeof refused === 'string') showToast({ key: `retry ${message.id}`, title: refused, urgent: true })
  }
  useCommand('message.retry', retry === null || failed === null ? null : () => void press(failed))
}
