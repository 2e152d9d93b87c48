import { lazyWithRetry } from '../../ui/hooks/lazy-part.ts'

/** The menu that changes a ticket's status; its code comes soon after the screen. */
export const ticketStatusMenu = lazyWithRetry(
  async () => (await import('./TicketStatusMenu.tsx')).TicketStatusMenu,
)
