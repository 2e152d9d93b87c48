import { t } from '@parley/core/text/translate'
import { rich } from '../../../ui/rich.ts'
import type { TicketEntity } from '@parley/core/tickets/api'
import { showsResolution } from '@parley/core/tickets/rules'
import { Moment } from '../../../ui/Moment.tsx'
import { Grid, Text } from '../../../ui/layout/Layout.tsx'
import styles from '../TicketEntry.module.css'

/** How and when a ticket was resolved; nothing while it is open. */
export function Resolution({ ticket }: { ticket: TicketEntity }) {
  if (!showsResolution(ticket) || ticket.resolved_at === null) return null
  return (
    <Grid as="section" aria-label={t('Resolution')} gap={1.5}>
      <Text as="h5" size="meta" weight={600} tone="muted">
        {t('Resolution')}
      </Text>
      <Text
        as="p"
        dir="auto"
        size="list"
        tone={ticket.resolution === null ? 'muted' : 'text'}
        breaks
        className={styles.text}
      >
        {ticket.resolution ?? t('No resolution was written')}
      </Text>
      <Text as="p" size="list" tone="muted">
        {rich('Resolved {moment}', { moment: <Moment iso={ticket.resolved_at} /> })}
      </Text>
    </Grid>
  )
}
