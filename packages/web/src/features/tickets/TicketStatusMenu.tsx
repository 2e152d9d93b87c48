import type { TicketStatus } from '@parley/core/api/tickets'
import type { TicketEntity } from '@parley/core/entities/ticket'
import { ticketLabel } from '@parley/core/rules/conversation'
import { isClosed, ticketStatusLabel } from '@parley/core/rules/ticket'
import { ticketStatuses } from '@parley/core/words/tickets'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Select } from '../../ui/Select.tsx'
import { TicketBadge } from './TicketBadge.tsx'
import type { TicketWork } from './use-ticket-work.ts'

const choices = ticketStatuses.map(value => ({ value, label: ticketStatusLabel(value) }))

interface TicketStatusMenuProps {
  readonly work: TicketWork
  readonly ticket: TicketEntity
  /** The ticket's number stands beside it. */
  readonly isNamed?: boolean
}

/**
 * The status of the conversation's ticket, changed at once and without a note; all eight may be picked. To be done with an
 * open ticket is asked about first: opening it again leaves its mark on the ticket.
 */
export function TicketStatusMenu({ work, ticket, isNamed = false }: TicketStatusMenuProps) {
  const { pending, start } = work.change
  const [asked, setAsked] = useState<TicketStatus | null>(null)
  const to = pending?.ticket.id === ticket.id ? pending.to : ticket.status
  const set = (status: TicketStatus) => {
    if (pending === null) start({ ticket, to: status })
  }
  return (
    <>
      <Select
        label={`Status of ${ticketLabel(ticket)}`}
        labelHidden
        value={to}
        choices={choices}
        onChange={status => (isClosed(status) && !isClosed(ticket.status) ? setAsked(status) : set(status))}
        shown={isNamed ? <TicketBadge status={to} /> : <TicketBadge status={to} ticket={ticket} />}
      />
      <Modal
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Set ${ticketLabel(ticket)} to ${asked ?? ''}?`}
        size="sm"
        footer={
          <>
            <Button onClick={() => setAsked(null)}>Cancel</Button>
            <Button
              variant="primary"
              onClick={() => {
                if (asked !== null) set(asked)
                setAsked(null)
              }}
            >
              Set to {asked ?? ''}
            </Button>
          </>
        }
      >
        <p>No note and no resolution are added. To write how it was resolved, use Manage Ticket.</p>
      </Modal>
    </>
  )
}
