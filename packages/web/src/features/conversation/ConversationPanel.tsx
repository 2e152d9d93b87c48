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
import { TicketSummary } from '../tickets/ConversationTickets.tsx'
import type { TicketWork } from '../tickets/use-ticket-work.ts'
import styles from './ConversationView.module.css'
import type { CustomerPanelState } from './use-customer-panel.ts'
import { ConversationApplications, BeginForCustomer } from '../applications/ConversationApplications.tsx'
import { TagsField } from './header/TagEditor.tsx'

interface ConversationPanelProps {
  readonly isReal: boolean
  readonly conversation: ConversationMeta
  readonly agentId: string
  readonly tickets: TicketWork
  readonly reminders: ThreadReminders
  /** What can be done with the conversation, where the header has no room for it; else false. */
  readonly actions: ReactNode
  /** How it stands on the screen, and what the header has no room for. */
  readonly panel: CustomerPanelState
}

/** Who the customer is, and what belongs to them. Nothing in it changes with a message. */
export function ConversationPanel(props: ConversationPanelProps) {
  'use memo'
  const { isReal, conversation, agentId, tickets, reminders, actions, panel } = props
  const mayHandleData = useMay('personal-data')
  const { id } = conversation
  const isErased = conversation.erased !== null
  return (
    <CustomerPanel
      conversation={conversation}
      isReal={isReal}
      id={panel.id}
      onClose={panel.isBeside ? null : panel.close}
    >
      {actions !== false && (
        <HStack as="section" aria-label={t('Actions')} align="stretch" wrap className={styles.tags}>
          {actions}
        </HStack>
      )}
      {panel.hasTags && !isErased && (
        <HStack as="section" aria-label={t('Tags')} align="stretch" wrap className={styles.tags}>
          <TagsField isReal={isReal} conversation={conversation} />
        </HStack>
      )}
      {isReal && !isErased && <CustomerNote conversationId={id} agentId={agentId} />}
      {isReal && !isErased && <ReminderList conversationId={id} viewerId={agentId} reminders={reminders} />}
      <TicketSummary work={tickets} withStatus={!panel.isRoomy} />
      {isReal && <ConversationApplications kind="ipp" conversation={conversation} />}
      {isReal && <ConversationApplications kind="lib" conversation={conversation} />}
      {isReal && !isErased && <BeginForCustomer conversation={conversation} />}
      {isReal && <AssignmentHistory conversation={conversation} viewerId={agentId} />}
      {isReal && !isErased && (
        <BotKnew key={id} conversationId={id} customerName={customerNameOf(conversation)} />
      )}
      {isReal && !isErased && <SamePerson conversation={conversation} />}
      {isReal && mayHandleData && <CustomerData conversation={conversation} />}
    </CustomerPanel>
  )
}
