import type { TicketEntity } from '@parley/core/tickets/api'
import { showsResolution } from '@parley/core/tickets/rules'
import { Moment } from '../../../ui/Moment.tsx'
import styles from '../TicketEntry.module.css'

/** How and when a ticket was resolved; nothing while it is open. */
export function Resolution({ ticket }: { ticket: TicketEntity }) {
  if (!showsResolution(ticket) || ticket.resolved_at === null) return null
  return (
    <section aria-label="Resolution" className={styles.part}>
      <h5 className={styles.heading}>Resolution</h5>
      <p dir="auto" className={ticket.resolution === null ? styles.muted : styles.text}>
        {ticket.resolution ?? 'No resolution was written'}
      </p>
      <p className={styles.muted}>
        Resolved <Moment iso={ticket.resolved_at} />
      </p>
    </section>
  )
}
