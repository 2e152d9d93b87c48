import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { type ReactNode } from 'react'
import { useMay } from '../../data/capabilities/queries.ts'
import { HStack } from '../../ui/layout/Layout.tsx'
import { AssignmentHistory } from '../assignments/AssignmentHistory.tsx'
import { BotKnew } from '../assignments/BotKnew.tsx'
import { CustomerData } from '../customer/CustomerData.tsx'
import { CustomerPanel } from '../customer/CustomerPanel.tsx'
import { SamePerson } from '../customer/SamePerson.tsx'
import { CustomerNote } from '../notes/CustomerNote.tsx'
import { ReminderList } from '../reminders/Reminders.tsx'
import type { ThreadReminders } from '../reminders/thread-reminders.ts'
import { TicketSummary } from '../tickets/TicketSummary.tsx'
import type { TicketWork } from '../tickets/use-ticket-work.ts'
import styles from './ConversationView.module.css'
import { ConversationApplications, BeginForCustomer } from '../applications/ConversationApplications.tsx'
import { TagsField } from './header/StatusAndTags.tsx'

interface ConversationPanelProps {
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
export function ConversationPanel(props: ConversationPanelProps) {
  'use memo'
  const { id, state, conversation, agentId, tickets, reminders, actions, withTags, withStatus, onClose } =
    props
  const mayHandleData = useMay('personal-data')
  const isReal = state === 'ready'
  const isErased = conversation.erased !== null
  return (
    <CustomerPanel id={id} conversation={conversation} isReal={isReal} onClose={onClose}>
      {actions !== false && (
        <HStack as="section" aria-label={t('Actions')} align="stretch" wrap className={styles.tags}>
          {actions}
        </HStack>
      )}
      {withTags && !isErased && (
        <HStack as="section" aria-label={t('Tags')} align="stretch" wrap className={styles.tags}>
          <TagsField isReal={isReal} conversation={conversation} />
        </HStack>
      )}
      {isReal && !isErased && <CustomerNote conversationId={conversation.id} agentId={agentId} />}
      {isReal && !isErased && (
        <ReminderList conversationId={conversation.id} viewerId={agentId} reminders={reminders} />
      )}
      <TicketSummary work={tickets} withStatus={withStatus} />
      {isReal && <ConversationApplications kind="ipp" conversation={conversation} />}
      {isReal && <ConversationApplications kind="lib" conversation={conversation} />}
      {isReal && !isErased && <BeginForCustomer conversation={conversation} />}
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
}
