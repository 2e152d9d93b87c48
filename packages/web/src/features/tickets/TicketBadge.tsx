import type { TicketEntity, TicketStatus } from '@parley/core/tickets/api'
import { ticketLabel } from '@parley/core/conversations/rules'
import { ticketStatusLabel, ticketTone } from '@parley/core/tickets/rules'
import { Badge } from '../../ui/marks/Badge.tsx'

interface TicketBadgeProps {
  readonly status: TicketStatus
  /** Whose status it is, where nothing beside it says so. */
  readonly ticket?: TicketEntity | undefined
}

/** A ticket's status in words a person reads. */
export function TicketBadge({ status, ticket }: TicketBadgeProps) {
  const words = ticketStatusLabel(status)
  return <Badge tone={ticketTone[status]}>{ticket ? `${ticketLabel(ticket)} ${words}` : words}</Badge>
}
