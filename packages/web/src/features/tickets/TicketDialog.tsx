import { lazy, Suspense } from 'react'
import type { TicketWork } from './use-ticket-work.ts'

const TicketWindow = lazy(async () => {
  const window = await import('./TicketWindow.tsx')
  return { default: window.TicketWindow }
})

/** The window of tickets; its code comes with the first opening. */
export function TicketDialog({ work }: { work: TicketWork }) {
  if (work.window.opened === 0) return null
  return (
    <Suspense fallback={null}>
      <TicketWindow work={work} />
    </Suspense>
  )
}
