import { contentLabel } from '@parley/core/conversations/thread'
import type { MessageEntity } from '@parley/core/messages/api'
import { aheadLabel, calendar, cut } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'
import { Suspense, useEffect } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { useReminderActions, useReminders } from '../../data/reminders/reminders.ts'
import { useStore } from '../../store.ts'
import { lazyWithRetry, usePreloaded } from '../../ui/hooks/lazy-part.ts'
import { useAction } from '../../ui/hooks/use-action.ts'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { showToast } from '../../ui/states/toasts.ts'
import { byMessage, type ThreadReminders } from './thread-reminders.ts'

const dialog = lazyWithRetry(async () => (await import('./ReminderDialog.tsx')).ReminderDialog)

const local = calendar()

const setWords = (cause: unknown): string => {
  logFailure('remind', cause)
  return failureWords('remind', cause)
}

const longestExcerpt = 120

interface ConversationRemindersProps {
  readonly conversationId: string
  readonly customerName: string
  readonly viewerId: string
  readonly reminders: ThreadReminders
  /** Those on the screen. */
  readonly messages: readonly MessageEntity[]
}

/** Has the reminders of a conversation for its messages, and asks when somebody wants to be reminded. */
export function ConversationReminders(props: ConversationRemindersProps) {
  const { conversationId, customerName, viewerId, reminders, messages } = props
  const { held, asked } = reminders
  const { reminders: open } = useReminders(conversationId)
  const { set, end } = useReminderActions()
  const { failure, run, dismiss } = useAction(setWords)
  const messageId = useStore(asked)
  usePreloaded(dialog)
  useEffect(() => held.set(byMessage(open, held.get())), [held, open])
  useEffect(
    () => () => {
      held.set(new Map())
      asked.set(null)
    },
    [held, asked],
  )
  const own = open.find(one => one.message_id === messageId && one.agent.id === viewerId) ?? null
  const message = messages.find(one => one.id === messageId)
  const remind = (id: string, due: Date, text: string) =>
    void run(async () => {
      const reminder = await set(id, due, text)
      showToast({
        key: `reminder ${reminder.id}`,
        title: t('Reminder: {time}', { time: aheadLabel(local, due, new Date()) }),
        ...(text !== '' && { description: text }),
        ...(own === null && { action: t('Undo'), onPress: () => void run(() => end(reminder)) }),
      })
    })
  return (
    <>
      {failure !== null && <FailureNote onDismiss={dismiss}>{failure}</FailureNote>}
      <Suspense fallback={null}>
        {messageId !== null && (
          <dialog.Part
            reminder={own}
            customerName={customerName}
            excerpt={(message && cut(contentLabel(message).trim(), longestExcerpt)) || null}
            onClose={() => asked.set(null)}
            onRemind={(due, text) => remind(messageId, due, text)}
          />
        )}
      </Suspense>
    </>
  )
}
