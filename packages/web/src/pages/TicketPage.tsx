import { phoneLabel } from '@parley/core/rules/phone'
import { Link, useNavigate, useParams } from 'react-router'
import { ticketMessages } from '../client/action-messages.ts'
import { useConversation } from '../data/conversations/conversation.ts'
import { useSession } from '../data/session/session.ts'
import { useTicket } from '../data/tickets/queries.ts'
import { TicketCard } from '../features/tickets/TicketCard.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { RetryState } from '../ui/RetryState.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import conversation from './ConversationPage.module.css'
import styles from './TicketPage.module.css'

/** One ticket, where a notice about it leads: the same work as in its conversation, and the way there. */
export function TicketPage() {
  const { ticketId = '' } = useParams()
  const session = useSession()
  const view = useTicket(ticketId, null)
  const navigate = useNavigate()
  if (session === null) return null
  if (view.state === 'loading') {
    return (
      <div className={conversation.middle}>
        <Spinner label="Loading the ticket" />
      </div>
    )
  }
  if (view.state === 'failed') {
    return (
      <RetryState
        title={ticketMessages.fetchTicket}
        hint="The server could not be asked. It is asked again every 10 seconds."
        busy={view.retrying}
        onRetry={view.retry}
      />
    )
  }
  if (view.ticket === null) {
    return (
      <div className={conversation.middle}>
        <EmptyState
          title="Ticket not found"
          hint="The ticket you're looking for doesn't exist or has been removed."
          action={<Button onClick={() => void navigate('/conversations')}>Back to list</Button>}
        />
      </div>
    )
  }
  const { ticket } = view
  return (
    <div className={styles.page}>
      <TicketCard
        key={`${session.user.id} ${ticket.id}`}
        ticket={ticket}
        agentId={session.user.id}
        customer={<Customer conversationId={ticket.conversation_id} />}
      />
    </div>
  )
}

/** Whose ticket it is. The way to the conversation is there even while the name is not known. */
function Customer({ conversationId }: { conversationId: string }) {
  const detail = useConversation(conversationId)
  return (
    <p className={styles.customer}>
      {detail.state === 'ready' && (
        <span>
          <bdi>{detail.conversation.customer_name}</bdi> · {phoneLabel(detail.conversation.phone_number)}
        </span>
      )}
      <Link to={`/conversations/${conversationId}`}>Open conversation</Link>
    </p>
  )
}
