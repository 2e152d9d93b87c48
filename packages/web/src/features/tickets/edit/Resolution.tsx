import type { TicketEntity } from '@parley/core/tickets/api'
import { showsResolution } from '@parley/core/tickets/rules'
import { Moment } from '../../../ui/Moment.tsx'
import { Grid, Text } from '../../../ui/layout/Layout.tsx'
import styles from '../TicketEntry.module.css'

/** How and when a ticket was resolved; nothing while it is open. */
export function Resolution({ ticket }: { ticket: TicketEntity }) {
  if (!showsResolution(ticket) || ticket.resolved_at === null) return null
  return (
    <Grid as="section" aria-label="Resolution" gap={1.5}>
      <Text as="h5" size="meta" weight={600} tone="muted">
        Resolution
      </Text>
      <p dir="auto" className={ticket.resolution === null ? styles.muted : styles.text}>
        {ticket.resolution ?? 'No resolution was written'}
      </p>
      <p className={styles.muted}>
        Resolved <Moment iso={ticket.resolved_at} />
      </p>
    </Grid>
  )
}
