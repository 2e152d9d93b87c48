import { t } from '@parley/core/text/translate'
import type { TicketsView } from '../../data/tickets/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/states/Notice.tsx'

/** Whether the tickets are not what the server has by now, or not there at all. */
export const areTicketsBehind = ({ state, stale }: TicketsView): boolean => state === 'failed' || stale

/** That tickets could not be loaded, with a retry: it never reads as if there were none. */
export function TicketsNotice({ view }: { view: TicketsView }) {
  if (!areTicketsBehind(view)) return null
  return (
    <Notice
      tone="danger"
      action={
        <Button size="small" busy={view.retrying} onClick={view.retry}>
          {t('Retry')}
        </Button>
      }
    >
      {view.stale
        ? t('Tickets could not be loaded again; they may be out of date')
        : t('Tickets could not be loaded. You can create a ticket when they are loaded')}
    </Notice>
  )
}
