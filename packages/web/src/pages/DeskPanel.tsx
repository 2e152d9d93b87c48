import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { memo, type ReactNode } from 'react'
import { useMay } from '../data/capabilities/queries.ts'
import { AssignmentHistory } from '../features/assignments/AssignmentHistory.tsx'
import { BotKnew } from '../features/assignments/BotKnew.tsx'
import { CustomerData } from '../features/conversations/CustomerData.tsx'
import { CustomerPanel } from '../features/conversations/CustomerPanel.tsx'
import { SamePerson } from '../features/conversations/SamePerson.tsx'
import { CustomerNote } from '../features/notes/CustomerNote.tsx'
import { ReminderList } from '../features/reminders/ReminderList.tsx'
import type { ThreadReminders } from '../features/reminders/thread-reminders.ts'
import { TicketSummary } from '../features/tickets/TicketSummary.tsx'
import type { TicketWork } from '../features/tickets/use-ticket-work.ts'
import styles from './ConversationPage.module.css'
import { DeskApplications, DeskBeginApplication } from './DeskApplications.tsx'
import { DeskTags } from './DeskEdits.tsx'

interface DeskPanelProps {
  readonly id: string
  readonly state: 'ready' | 'unloaded'
  readonly conversation: ConversationMeta
  readonly agentId: string
  readonly tickets: TicketWork
  readonly reminders: ThreadReminders
  /** What can be done with the conversation, where the header has no room for it; else false. */
  readonly actions: ReactNode
  /** The header has no room for the tags. */
  readonly withTags: boolean
  /** The header has no room for the ticket's status. */
  readonly withStatus: boolean
  /** Laid over the thread on narrow screens; null where it stands beside it. */
  readonly onClose: (() => void) | null
}

/** Who the customer is, and what belongs to them. Nothing in it changes with a message. */
export const DeskPanel = memo(function DeskPanel(props: DeskPanelProps) {
  const { id, state, conversation, agentId, tickets, reminders, actions, withTags, withStatus, onClose } =
    props
  const mayHandleData = useMay('personal-data')
  const isReal = state === 'ready'
  const isErased = conversation.erased !== null
  return (
    <CustomerPanel id={id} conversation={conversation} isReal={isReal} onClose={onClose}>
      {actions !== false && (
        <section aria-label="Actions" className={styles.tags}>
          {actions}
        </section>
      )}
      {withTags && !isErased && (
        <section aria-label="Tags" className={styles.tags}>
          <DeskTags state={state} conversation={conversation} />
        </section>
      )}
      {isReal && !isErased && <CustomerNote conversationId={conversation.id} agentId={agentId} />}
      {isReal && !isErased && (
        <ReminderList conversationId={conversation.id} viewerId={agentId} reminders={reminders} />
      )}
      <TicketSummary work={tickets} withStatus={withStatus} />
      {isReal && <DeskApplications kind="ipp" conversation={conversation} />}
      {isReal && <DeskApplications kind="lib" conversation={conversation} />}
      {isReal && !isErased && <DeskBeginApplication conversation={conversation} />}
      {isReal && <AssignmentHistory conversation={conversation} viewerId={agentId} />}
      {isReal && !isErased && (
        <BotKnew
          key={conversation.id}
          conversationId={conversation.id}
          customerName={customerNameOf(conversation)}
        />
      )}
      {isReal && !isErased && <SamePerson conversation={conversation} />}
      {isReal && mayHandleData && <CustomerData conversation={conversation} />}
    </CustomerPanel>
  )
})
