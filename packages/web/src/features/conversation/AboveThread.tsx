import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ConversationDetail } from '../../data/conversations/conversation.ts'
import type { SnoozeControl } from '../../data/conversations/snooze.ts'
import type { ThreadView } from '../../data/messages/thread.ts'
import { IssueBar } from '../issues/IssueBar.tsx'
import type { IssueWork } from '../issues/use-issue-work.ts'
import { astrayOf, ConversationBanners } from './ConversationBanners.tsx'
import type { ThreadNotes } from '../messages/thread/thread-rows.ts'
import { ViewerNews } from '../presence/ViewerNews.tsx'
import { ConversationReminders } from '../reminders/ConversationReminders.tsx'
import type { ThreadReminders } from '../reminders/thread-reminders.ts'
import type { TicketWork } from '../tickets/use-ticket-work.ts'
import type { NoReplyControl } from './finish/NoReply.tsx'
import { useCommand } from '../../commands/live.ts'
import { lazyWithRetry, usePreloaded } from '../../ui/hooks/lazy-part.ts'
import styles from './ConversationView.module.css'

interface AboveThreadProps {
  /** What is asked of the agent before all else; false: nothing. */
  readonly question: ReactNode
  readonly detail: Extract<ConversationDetail, { state: 'ready' | 'unloaded' }>
  readonly conversation: ConversationMeta
  readonly viewerId: string
  readonly thread: ThreadView
  readonly notes: ThreadNotes
  /** The message or note to open at. */
  readonly reveal: string | null
  readonly noReply: NoReplyControl
  readonly snooze: SnoozeControl
  readonly tickets: TicketWork
  readonly issues: IssueWork
  /** Null: there are none. */
  readonly reminders: ThreadReminders | null
  /** Where the focus goes from the search; null: it stays where it is. */
  readonly focusBox: (() => void) | null
}

/** Between header and thread: banners, the current issue, the search in the conversation and its reminders. */
export function AboveThread(props: AboveThreadProps) {
  'use memo'
  const { detail, conversation, viewerId, thread, notes, reveal, snooze, tickets, issues, reminders } = props
  const isReal = detail.state === 'ready'
  const isErased = conversation.erased !== null
  return (
    <div>
      {props.question}
      <ConversationBanners
        unloaded={detail.state === 'unloaded' ? detail : null}
        isReal={isReal}
        conversation={conversation}
        viewerId={viewerId}
        noReply={props.noReply}
        snooze={snooze}
        tickets={tickets}
        astray={astrayOf(thread, notes, reveal)}
      />
      <ViewerNews />
      {!isErased && <IssueBar work={issues} />}
      {isReal && !isErased && (
        <FindInConversation conversationId={conversation.id} current={reveal} onLeave={props.focusBox} />
      )}
      {reminders !== null && (
        <ConversationReminders
          key={conversation.id}
          conversationId={conversation.id}
          customerName={customerNameOf(conversation)}
          viewerId={viewerId}
          reminders={reminders}
          messages={thread.messages}
        />
      )}
    </div>
  )
}

const findBar = lazyWithRetry(async () => (await import('../search/FindBar.tsx')).FindBar)

interface FindInConversationProps {
  readonly conversationId: string
  /** The message or note that the thread stands at. */
  readonly current: string | null
  /** Where the focus goes when it closes; null: it stays where it is. */
  readonly onLeave: (() => void) | null
}

/** The search of one conversation, over the upper edge of its thread while it is open. */
export function FindInConversation({ conversationId, current, onLeave }: FindInConversationProps) {
  'use memo'
  const [open, setOpen] = useState(false)
  const [, setParams] = useSearchParams()
  const field = useRef<HTMLInputElement>(null)
  usePreloaded(findBar)
  useCommand('conversation.find', () => {
    setOpen(true)
    field.current?.select()
  })
  const go = (id: string) =>
    setParams(
      params => {
        params.set('message', id)
        return params
      },
      { replace: true },
    )
  if (!open) return null
  return (
    <div className={styles.find}>
      <Suspense fallback={null}>
        <findBar.Part
          conversationId={conversationId}
          field={field}
          current={current}
          onGo={go}
          onClose={() => {
            setOpen(false)
            onLeave?.()
          }}
        />
      </Suspense>
    </div>
  )
}
