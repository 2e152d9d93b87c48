import { useFreshness } from '../../sync/freshness.ts'
import { TicketFailure } from './TicketFailure.tsx'
import { TicketsNotice } from './TicketsNotice.tsx'
import type { TicketWork } from './use-ticket-work.ts'

/** Under the header: tickets that could not be loaded, and a change of status there that was not saved. */
export function TicketBanner({ work }: { work: TicketWork }) {
  const { view, change, summary } = work
  const { cut } = useFreshness()
  return (
    <>
      {/* Without a connection everything is old, and the screen says so once. */}
      {!(cut && view.stale) && <TicketsNotice view={view} />}
      {change.isError && summary !== null && summary.id === change.variables.ticket.id && (
        <TicketFailure
          action="updateTicket"
          cause={change.error}
          onAgain={() => change.mutate({ ticket: summary, to: change.variables.to })}
        />
      )}
    </>
  )
}
