import { Suspense } from 'react'
import { lazyWithRetry, usePreloaded } from '../../ui/hooks/lazy-part.ts'
import type { TicketWork } from './use-ticket-work.ts'

const ticketWindow = lazyWithRetry(async () => (await import('./TicketWindow.tsx')).TicketWindow)

/** The window of tickets; its code comes with the first opening. */
export function TicketDialog({ work }: { work: TicketWork }) {
  usePreloaded(ticketWindow)
  usePreloaded(ticketWindow)
  if (work.window.opened === 0) return null
  return (
    <Suspense fallback={null}>
      <ticketWindow.Part work={work} />
    </Suspense>
  )
}
