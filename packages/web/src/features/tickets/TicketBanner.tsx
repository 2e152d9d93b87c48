import { memo } from 'react'
import { useFreshness } from '../../sync/freshness.ts'
import { TicketsNotice } from './TicketsNotice.tsx'
import type { TicketWork } from './use-ticket-work.ts'

/** Under the header: tickets that could not be loaded. */
export const TicketBanner = memo(function TicketBanner({ work: { view } }: { work: TicketWork }) {
  const { cut } = useFreshness()
  // Without a connection everything is old, and the top bar says so, once.
  return cut ? null : <TicketsNotice view={view} />
})
