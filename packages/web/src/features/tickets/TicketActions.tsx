import { TicketCheck } from 'lucide-react'
import { Suspense } from 'react'
import { ariaKeys, keysLabel } from '../../commands/catalogue.ts'
import { Button } from '../../ui/Button.tsx'
import { usePreloaded } from '../../ui/hooks/lazy-part.ts'
import { HStack } from '../../ui/layout/Layout.tsx'
import styles from './TicketActions.module.css'
import { TicketBadge } from './TicketBadge.tsx'
import { ticketDoor } from './ticket-door.ts'
import { ticketStatusMenu } from './ticket-status-menu.ts'
import type { TicketWork } from './use-ticket-work.ts'

interface TicketActionsProps {
  readonly work: TicketWork
  /** Whether the status is changed here. */
  readonly withStatus: boolean
  /** There is no room for the words of the way to the tickets. */
  readonly asIcon: boolean
}

/** In the conversation's header: the ticket's status, and the way to the tickets. */
export function TicketActions({ work, withStatus, asIcon }: TicketActionsProps) {
  usePreloaded(ticketStatusMenu)
  const { summary, off } = work
  const { label, reason, openTicket } = ticketDoor(work)
  return (
    <HStack gap={2} flex="none">
      {withStatus && summary !== null && off === null && (
        <HStack as="span" className={styles.status}>
          <Suspense fallback={<TicketBadge status={summary.status} ticket={summary} />}>
            <ticketStatusMenu.Part work={work} ticket={summary} />
          </Suspense>
        </HStack>
      )}
      <Button
        disabled={reason !== null}
        title={reason ?? `${label} (${keysLabel('conversation.ticket')})`}
        aria-keyshortcuts={ariaKeys('conversation.ticket')}
        icon={<TicketCheck size={16} strokeWidth={1.7} aria-hidden="true" />}
        onClick={openTicket}
      >
        <span className={asIcon ? 'visually-hidden' : undefined}>{label}</span>
      </Button>
    </HStack>
  )
}
