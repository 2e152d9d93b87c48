import { t } from '@parley/core/text/translate'
import { useCommand } from '../../commands/live.ts'
import type { TicketWork } from './use-ticket-work.ts'

/** The way to a conversation's tickets. */
interface TicketDoor {
  readonly label: string
  /** Why it is shut; null: it is open. */
  readonly reason: string | null
  readonly openTicket: () => void
}

/** Leads to the conversation's ticket, or to a new one where it has none. */
export function ticketDoor({ conversation, view, summary, off, open, openNew }: TicketWork): TicketDoor {
  const isThere = conversation.ticket !== null || view.tickets.length > 0
  return {
    label: isThere ? t('Manage Ticket') : t('Create Ticket'),
    reason: off ?? (isThere ? null : reasonAgainst(view.state)),
    openTicket: isThere ? () => open(summary?.id ?? conversation.ticket?.id ?? null) : openNew,
  }
}

/** Offers the way to the tickets to keys and palette, whether or not its button has room on the screen; null: there is none. */
export function useTicketCommand(work: TicketWork | null): void {
  const door = work && ticketDoor(work)
  useCommand('conversation.ticket', door?.reason === null ? door.openTicket : null)
}

const reasonAgainst = (state: TicketWork['view']['state']): string | null =>
  state === 'ready'
    ? null
    : state === 'failed'
      ? t('Tickets could not be loaded. You can create a ticket when they are loaded')
      : t('Tickets are loading')
