import { t } from '@parley/core/text/translate'
import type { TicketEntity } from '@parley/core/tickets/api'
import { ticketLabel } from '@parley/core/conversations/rules'
import { showsResolution } from '@parley/core/tickets/rules'
import { ticketMessages } from '../../../client/action-messages.ts'
import { useTicket } from '../../../data/tickets/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Grid, Text } from '../../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../../ui/lists/Facts.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { Spinner } from '../../../ui/states/Spinner.tsx'
import { TicketTimes } from '../TicketTimes.tsx'

/** What the server has of a ticket beside what stands around this; asked for by its number when this appears. */
export function CompleteDetails({ ticket: { id, ticket_number } }: { ticket: TicketEntity }) {
  const { state, stale, ticket, retrying, retry } = useTicket(id, ticket_number)
  const isFailed = state === 'failed' || stale || (state === 'ready' && ticket === null)
  return (
    <Grid as="section" aria-label={t('Complete details')} gap={1.5}>
      <Text as="h5" size="meta" weight={600} tone="muted">
        {t('Complete details')}
      </Text>
      {state === 'loading' && <Spinner label={t('Loading ticket details')} />}
      {isFailed && (
        <Notice
          tone="danger"
          action={
            <Button size="small" busy={retrying} onClick={retry}>
              {t('Try again')}
            </Button>
          }
        >
          {ticketMessages.fetchTicket}
        </Notice>
      )}
      {ticket !== null && <TicketFacts ticket={ticket} />}
    </Grid>
  )
}

function TicketFacts({ ticket }: { ticket: TicketEntity }) {
  const { resolution } = ticket
  return (
    <Facts>
      <Fact name={t('Number')}>{ticketLabel(ticket)}</Fact>
      <TicketTimes ticket={ticket} />
      {!showsResolution(ticket) && resolution !== null && (
        <Fact name={t('Earlier resolution')}>{resolution}</Fact>
      )}
      <Fact name={t('Agent notes')}>{ticket.notes.length}</Fact>
    </Facts>
  )
}
