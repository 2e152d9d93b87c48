import { ticketLabel } from '@parley/core/conversations/rules'
import { priorityLabel } from '@parley/core/tickets/rules'
import { TicketCheck } from 'lucide-react'
import { memo, Suspense } from 'react'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { Tag } from '../../ui/marks/Tag.tsx'
import { TicketBadge } from './TicketBadge.tsx'
import styles from './TicketSummary.module.css'
import { ticketStatusMenu } from './ticket-status-menu.ts'
import type { TicketWork } from './use-ticket-work.ts'

interface TicketSummaryProps {
  readonly work: TicketWork
  /** Whether the status is changed here. */
  readonly withStatus: boolean
}

/** In the customer's panel: the ticket that stands for the conversation, and the ways into it. */
export const TicketSummary = memo(function TicketSummary({ work, withStatus }: TicketSummaryProps) {
  const { conversation, view, summary, off, open } = work
  if (off !== null) return null
  if (summary === null) {
    const isExpected = view.state === 'loading' && conversation.ticket !== null
    return isExpected ? <Waiting /> : null
  }
  const { id, title, description, status, priority } = summary
  return (
    <section aria-label="Ticket" className={styles.card}>
      <div className={styles.first}>
        <TicketCheck size={16} strokeWidth={1.7} aria-hidden="true" />
        <h3 className={styles.number}>{ticketLabel(summary)}</h3>
        {withStatus ? (
          <Suspense fallback={<TicketBadge status={status} />}>
            <ticketStatusMenu.Part work={work} ticket={summary} isNamed />
          </Suspense>
        ) : (
          <TicketBadge status={status} />
        )}
      </div>
      <p dir="auto" className={styles.title}>
        {title}
      </p>
      <p dir="auto" className={styles.description}>
        {description}
      </p>
      <div className={styles.last}>
        <Tag>{priorityLabel(priority)}</Tag>
        <span className={styles.ways}>
          <button type="button" className={styles.way} onClick={() => open({ ticketId: id, complete: true })}>
            View Details
          </button>
          <button type="button" className={styles.way} onClick={() => open({ ticketId: id })}>
            Manage Ticket Details
          </button>
        </span>
      </div>
    </section>
  )
})

function Waiting() {
  return (
    <section aria-label="Ticket" aria-busy="true" className={styles.card}>
      <Skeleton width={120} height={20} />
      <Skeleton width="80%" height={20} />
      <Skeleton width="100%" height={16} />
    </section>
  )
}
