import type { TicketEntity } from '@parley/core/entities/ticket'
import { ticketLabel } from '@parley/core/rules/conversation'
import { priorityLabel, ticketStatusLabel } from '@parley/core/rules/ticket'
import type { ReactNode } from 'react'
import { ticketMessages } from '../../client/action-messages.ts'
import { useTicket } from '../../data/tickets/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './TicketEntry.module.css'
import { TicketTime } from './TicketTime.tsx'

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
      {ticket !== null && <Facts ticket={ticket} />}
    </section>
  )
}

function Facts({ ticket }: { ticket: TicketEntity }) {
  const { resolution, created_at, updated_at, resolved_at, reopened_at } = ticket
  return (
    <dl className={styles.facts}>
      <Fact name="Number">{ticketLabel(ticket)}</Fact>
      <Fact name="Title">{ticket.title}</Fact>
      <Fact name="Description">{ticket.description}</Fact>
      <Fact name="Status">{ticketStatusLabel(ticket.status)}</Fact>
      <Fact name="Priority">{priorityLabel(ticket.priority)}</Fact>
      <Fact name="Created">
        <TicketTime iso={created_at} />
      </Fact>
      <Fact name="Last updated">
        <TicketTime iso={updated_at} />
      </Fact>
      <Fact name="Resolved">{resolved_at && <TicketTime iso={resolved_at} />}</Fact>
      <Fact name="Reopened">{reopened_at && <TicketTime iso={reopened_at} />}</Fact>
      <Fact name="Resolution">{resolution}</Fact>
      <Fact name="Agent notes">{ticket.notes.length}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{children === null || children === '' ? '–' : children}</dd>
    </>
  )
}
