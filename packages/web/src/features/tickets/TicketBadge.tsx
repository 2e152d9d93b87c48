import type { TicketStatus } from '@parley/core/api/tickets'
import { ticketStatusLabel, ticketTone } from '@parley/core/rules/ticket'
import { Badge } from '../../ui/Badge.tsx'

/** A ticket's status in words a person reads. */
export function TicketBadge({ status }: { status: TicketStatus }) {
  return <Badge tone={ticketTone[status]}>{ticketStatusLabel(status)}</Badge>
}
