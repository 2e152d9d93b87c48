import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import type { ConversationDetail } from '../../data/conversations/conversation.ts'
import type { SnoozeControl } from '../../data/conversations/waits.ts'
import type { ThreadView } from '../../data/messages/thread.ts'
import { IssueBar } from '../issues/IssueBar.tsx'
import type { IssueWork } from '../issues/use-issue-work.ts'
import { astrayOf } from '../messages/thread/RevealNotice.tsx'
import type { ThreadNotes } from '../messages/thread/rows/thread-rows.ts'
import { ViewerNews } from '../presence/ViewerNews.tsx'
import { ConversationReminders } from '../reminders/ConversationReminders.tsx'
import type { ThreadReminders } from '../reminders/thread-reminders.ts'
import type { ReactNode } from 'react'
import type { TicketWork } from '../tickets/use-ticket-work.ts'
import type { NoReplyControl } from './finish/use-no-reply.ts'
import { ConversationBanners } from './ConversationBanners.tsx'
import { FindInConversation } from './FindInConversation.tsx'

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
