import type { TicketEntity } from '@parley/core/entities/ticket'
import { ticketLabel } from '@parley/core/rules/conversation'
import { priorityLabel, ticketStatusLabel } from '@parley/core/rules/ticket'
import type { ReactNode } from 'react'
import { ticketMessages } from '../../client/action-messages.ts'
import { useTicket } from '../../data/tickets/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './TicketEntry.module.css'

/** Everything the server has of a ticket, asked for by its number when this appears. */
export function CompleteDetails({ ticket: { id, ticket_number } }: { ticket: TicketEntity }) {
  const { state, stale, ticket, retrying, retry } = useTicket(id, ticket_number)
  const isFailed = state === 'failed' || stale || (state === 'ready' && ticket === null)
  return (
    <section aria-label="Complete details" className={styles.part}>
      <h5 className={styles.heading}>Complete details</h5>
      {state === 'loading' && <Spinner label="Loading ticket details" />}
      {isFailed && (
        <Notice
          tone="danger"
          action={
            <Button size="small" busy={retrying} onClick={retry}>
              Try again
            </Button>
          }
        >
          {ticketMessages.fetchTicket}
        </Notice>
      )}
      {ticket !== null && <TicketFacts ticket={ticket} />}
    </section>
  )
}

function TicketFacts({ ticket }: { ticket: TicketEntity }) {
  const { resolution, created_at, updated_at, resolved_at, reopened_at } = ticket
  return (
    <Facts>
      <TicketFact name="Number">{ticketLabel(ticket)}</TicketFact>
      <TicketFact name="Title">{ticket.title}</TicketFact>
      <TicketFact name="Description">{ticket.description}</TicketFact>
      <TicketFact name="Status">{ticketStatusLabel(ticket.status)}</TicketFact>
      <TicketFact name="Priority">{priorityLabel(ticket.priority)}</TicketFact>
      <TicketFact name="Created">
        <Moment iso={created_at} />
      </TicketFact>
      <TicketFact name="Last updated">
        <Moment iso={updated_at} />
      </TicketFact>
      <TicketFact name="Resolved">{resolved_at && <Moment iso={resolved_at} />}</TicketFact>
      <TicketFact name="Reopened">{reopened_at && <Moment iso={reopened_at} />}</TicketFact>
      <TicketFact name="Resolution">{resolution}</TicketFact>
      <TicketFact name="Agent notes">{ticket.notes.length}</TicketFact>
    </Facts>
  )
}

/** Most are not there yet. */
const TicketFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Fact name={name}>{children === null || children === '' ? '–' : children}</Fact>
)
