import { t } from '@parley/core/text/translate'
import type { TicketFilter } from '@parley/core/tickets/rules'
import { useNavigate } from 'react-router'
import { ticketMessages } from '../../../client/action-messages.ts'
import type { TicketListView } from '../../../data/tickets/queries.ts'
import { type GridColumn, GridHeader } from '../../../ui/lists/GridHeader.tsx'
import { MoreRows } from '../../../ui/lists/MoreRows.tsx'
import { usePhoneLayout } from '../../../ui/hooks/use-media-query.ts'
import { VirtualGrid } from '../../../ui/lists/VirtualGrid.tsx'
import { TicketLine, TicketLineCard, ticketPath } from './TicketLine.tsx'
import styles from './TicketList.module.css'

const rowPx = 56
const cardPx = 84

/** The order is fixed: the most urgent first, then what was changed last. */
const columns: readonly GridColumn[] = [
  { title: t('Ticket') },
  { title: t('Customer') },
  { title: t('Status') },
  { title: t('Priority'), sorted: true },
  { title: t('Assigned to') },
  { title: t('Updated') },
  { title: t('Actions'), align: 'end' },
]

interface TicketGridProps {
  readonly filter: TicketFilter
  readonly list: TicketListView
  readonly viewerId: string
}

/** The rows of a list of tickets. */
export function TicketGrid({ filter, list, viewerId }: TicketGridProps) {
  'use memo'
  const { rows, loadMore, retryMore, more } = list
  const phone = usePhoneLayout()
  const navigate = useNavigate()
  const ids = rows.map(({ id }) => id)
  const Line = phone ? TicketLineCard : TicketLine
  return (
    <VirtualGrid
      label={t('Tickets')}
      place={JSON.stringify(['tickets', filter])}
      ids={ids}
      rowHeight={phone ? cardPx : rowPx}
      rowCount={list.total + 1}
      columns={styles.columns}
      header={<GridHeader columns={columns} card={phone ? t('Ticket') : null} />}
      renderRow={(index, active) => {
        const row = rows[index]
        return row && <Line row={row} viewerId={viewerId} reachable={active} />
      }}
      open={index => {
        const row = rows[index]
        if (row) void navigate(ticketPath(row))
      }}
      loadMore={more === 'idle' ? loadMore : null}
      busy={more === 'loading'}
      more={
        <MoreRows more={more} of={t('tickets')} failure={ticketMessages.fetchTickets} onRetry={retryMore} />
      }
    />
  )
}
