import { TicketCheck } from 'lucide-react'
import { memo, Suspense } from 'react'
import { ariaKeys, keysLabel } from '../../commands/catalogue.ts'
import { useCommand } from '../../commands/live.ts'
import { Button } from '../../ui/Button.tsx'
import { usePreloaded } from '../../ui/lazy-part.ts'
import styles from './TicketActions.module.css'
import { TicketBadge } from './TicketBadge.tsx'
import { ticketStatusMenu } from './ticket-status-menu.ts'
import type { TicketWork } from './use-ticket-work.ts'

interface TicketActionsProps {
  readonly work: TicketWork
  /** Whether the status is changed here. */
  readonly withStatus: boolean
}

/** In the conversation's header: the ticket's status, and the way to the tickets. */
export const TicketActions = memo(function TicketActions({ work, withStatus }: TicketActionsProps) {
  usePreloaded(ticketStatusMenu)
  const { conversation, view, summary, off, open } = work
  const isThere = conversation.ticket !== null || view.tickets.length > 0
  const label = isThere ? 'Manage Ticket' : 'Create Ticket'
  const reason = off ?? (isThere ? null : reasonAgainst(view.state))
  const openTicket = () => {
    if (!isThere) work.begin()
    open({ ticketId: summary?.id ?? conversation.ticket?.id ?? null })
  }
  useCommand('conversation.ticket', reason === null ? openTicket : null)
  return (
    <div className={styles.actions}>
      {withStatus && summary !== null && off === null && (
        <span className={styles.status}>
          <Suspense fallback={<TicketBadge status={summary.status} ticket={summary} />}>
            <ticketStatusMenu.Part work={work} ticket={summary} />
          </Suspense>
        </span>
      )}
      <Button
        disabled={reason !== null}
        title={reason ?? `${label} (${keysLabel('conversation.ticket')})`}
        aria-keyshortcuts={ariaKeys('conversation.ticket')}
        icon={<TicketCheck size={16} strokeWidth={1.7} aria-hidden="true" />}
        onClick={openTicket}
      >
        {label}
      </Button>
    </div>
  )
})

const reasonAgainst = (state: TicketWork['view']['state']): string | null =>
  state === 'ready'
    ? null
    : state === 'failed'
      ? 'Tickets could not be loaded. Create Ticket is off until they are'
      : 'The tickets are being loaded'
