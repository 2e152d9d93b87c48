import { memo } from 'react'
import { useFreshness } from '../../sync/freshness.ts'
import { TicketFailure } from './TicketFailure.tsx'
import { TicketsNotice } from './TicketsNotice.tsx'
import type { TicketWork } from './use-ticket-work.ts'

/** Under the header: tickets that could not be loaded, and a change of status there that was not saved. */
export const TicketBanner = memo(function TicketBanner({ work }: { work: TicketWork }) {
  const { view, summary } = work
  const { failed, start } = work.change
  const { cut } = useFreshness()
  return (
    <>
      {/* Without a connection everything is old, and the screen says so once. */}
      {!(cut && view.stale) && <TicketsNotice view={view} />}
      {failed !== null && summary !== null && summary.id === failed.change.ticket.id && (
        <TicketFailure
          action="updateTicket"
          cause={failed.cause}
          onAgain={() => start({ ticket: summary, to: failed.change.to })}
        />
      )}
    </>
  )
})
