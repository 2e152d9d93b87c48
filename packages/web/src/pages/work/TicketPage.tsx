import { t } from '@parley/core/text/translate'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { customerNameOf, phoneOf } from '@parley/core/conversations/rules'
import type { TicketEntity } from '@parley/core/tickets/api'
import { phoneLabel } from '@parley/core/customers/rules'
import { Link, useNavigate, useParams } from 'react-router'
import { ticketMessages } from '../../client/action-messages.ts'
import { useConversation, useConversationMeta } from '../../data/conversations/conversation.ts'
import { useSession } from '../../data/session/session.ts'
import { useTicket } from '../../data/tickets/queries.ts'
import { AssignButton } from '../../features/assignments/AssignButton.tsx'
import { TicketCard } from '../../features/tickets/TicketCard.tsx'
import { Button } from '../../ui/Button.tsx'
import { Center, HStack } from '../../ui/layout/Layout.tsx'
import { keepFocus } from '../../ui/overlays/free-focus.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Fact } from '../../ui/lists/Facts.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { Loading } from '../../ui/states/Spinner.tsx'
import styles from './TicketPage.module.css'

/** One ticket, where a notice about it leads: the same work as in its conversation, and the way there. */
export function TicketPage() {
  const { ticketId = '' } = useParams()
  const session = useSession()
  const view = useTicket(ticketId, null)
  const navigate = useNavigate()
  if (session === null) return null
  if (view.state === 'loading') {
    return <Loading pad={6} label={t('Loading the ticket')} />
  }
  if (view.state === 'failed') {
    return (
      <RetryState
        title={ticketMessages.fetchTicket}
        hint={t('The server cannot be reached. Parley tries again every 10 seconds.')}
        busy={view.retrying}
        onRetry={view.retry}
      />
    )
  }
  if (view.ticket === null) {
    return (
      <Center full pad={6}>
        <EmptyState
          title={t('Ticket not found')}
          hint={t("The ticket you're looking for doesn't exist or has been removed.")}
          action={<Button onClick={() => void navigate('/conversations')}>{t('Back to list')}</Button>}
        />
      </Center>
    )
  }
  return <Sheet ticket={view.ticket} agentId={session.user.id} />
}

function Sheet({ ticket, agentId }: { ticket: TicketEntity; agentId: string }) {
  const { id, conversation_id: conversationId } = ticket
  const detail = useConversation(conversationId)
  return (
    <div className={styles.page}>
      <TicketCard
        key={`${agentId} ${id}`}
        ticket={ticket}
        agentId={agentId}
        belongs={
          <>
            {detail.state === 'ready' && <Belongs conversation={detail.conversation} />}
            <Fact name={t('Conversation')}>
              <Link to={`/conversations/${conversationId}`}>{t('Open conversation')}</Link>
            </Fact>
          </>
        }
      />
    </div>
  )
}

/** Whose ticket it is, and who has it: it is with whoever has its conversation, so it changes hands with that. */
function Belongs({ conversation }: { conversation: ConversationEntity }) {
  const meta = useConversationMeta(conversation)
  const { agent, erased } = conversation
  return (
    <>
      <Fact name={t('Assigned to')}>
        <HStack as="span" justify="between" wrap className={styles.holder}>
          {agent === null ? t('Unassigned') : <bdi>{agent.name ?? t('An agent')}</bdi>}
          {erased === null && <AssignButton conversation={meta} off={false} onHandedOver={keepFocus} />}
        </HStack>
      </Fact>
      <Fact name={t('Customer')}>
        <bdi>{customerNameOf(conversation)}</bdi>
        {'\n'}
        {phoneLabel(phoneOf(conversation))}
      </Fact>
    </>
  )
}
