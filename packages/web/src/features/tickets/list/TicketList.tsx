import { t } from '@parley/core/text/translate'
import { priorityLabel, type TicketFilter } from '@parley/core/tickets/rules'
import type { TicketRowEntity } from '@parley/core/tickets/api'
import { ticketLabel } from '@parley/core/conversations/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { SearchX, TicketCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { ticketMessages } from '../../../client/action-messages.ts'
import type { TicketListView } from '../../../data/tickets/queries.ts'
import { asOf, useFreshness } from '../../../sync/freshness.ts'
import { Button } from '../../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { type GridColumn, GridHeader } from '../../../ui/lists/GridHeader.tsx'
import { clockLabel, listAsOf } from '../../../ui/lists/as-of.ts'
import { ListFrame, NoRowsYet } from '../../../ui/lists/ListFrame.tsx'
import { usePhoneLayout } from '../../../ui/hooks/use-media-query.ts'
import { VirtualGrid } from '../../../ui/lists/VirtualGrid.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { Tag } from '../../../ui/marks/Tag.tsx'
import { TicketBadge } from '../TicketBadge.tsx'
import styles from './TicketList.module.css'

interface TicketListProps {
  readonly filter: TicketFilter
  readonly list: TicketListView
  readonly viewerId: string
  /** Asks for everybody's tickets. */
  readonly onEverybody: () => void
}

/** The list in each of its states: loading, rows, empty, failed with or without rows to keep. */
export function TicketList(props: TicketListProps) {
  const { rows, stale, isPrevious, fetchedAt, retrying, retry } = props.list
  const freshness = useFreshness()
  const { cut } = freshness
  return (
    <ListFrame
      // Without a connection the top bar says so, once; the rows say of when they are.
      failure={stale && !cut ? listAsOf(ticketMessages.fetchTickets, fetchedAt) : null}
      retrying={retrying}
      retry={retry}
      old={rows.length > 0 && (isPrevious || cut || stale)}
      asOf={cut ? clockLabel(asOf(freshness, fetchedAt)) : null}
    >
      <Rows {...props} />
    </ListFrame>
  )
}

function Rows({ filter, list, viewerId, onEverybody }: TicketListProps) {
  const { state, rows, retrying, retry } = list
  if (state !== 'ready') {
    return (
      <NoRowsYet
        isFailed={state === 'failed'}
        failure={ticketMessages.fetchTickets}
        loading={t('Loading tickets...')}
        retrying={retrying}
        retry={retry}
      />
    )
  }
  if (rows.length > 0) {
    return <TicketGrid key={JSON.stringify(filter)} filter={filter} list={list} viewerId={viewerId} />
  }
  const { status, priority, assigneeId, search } = filter
  if (status === 'OPEN' && assigneeId === viewerId && priority === undefined && search === undefined) {
    return (
      <EmptyState
        icon={<TicketCheck size={20} strokeWidth={1.7} aria-hidden="true" />}
        title={t('You have no open tickets')}
        hint={t('A ticket belongs to the owner of its conversation.')}
        action={<Button onClick={onEverybody}>{t('Show all tickets')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      icon={<SearchX size={20} strokeWidth={1.7} aria-hidden="true" />}
      title={t('No tickets found')}
      hint={t('Try changing your search or filter criteria.')}
    />
  )
}

const rowPx = 56
const cardPx = 84

/** The order is fixed: the most urgent first, then what was changed last. */
const columns: readonly GridColumn[] = [
  { title: t('Ticket') },
  { title: t('Customer') },
  { title: t('Status') },
  { title: t('Priority'), sorted: 'descending' },
  { title: t('Assigned to') },
  { title: t('Updated') },
  { title: t('Actions'), align: 'end' },
]

/** The rows of a list of tickets. */
function TicketGrid({ filter, list, viewerId }: Omit<TicketListProps, 'onEverybody'>) {
  'use memo'
  const { rows } = list
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
      paging={{ ...list, of: t('tickets'), failure: ticketMessages.fetchTickets }}
    />
  )
}

interface TicketLineProps {
  readonly row: TicketRowEntity
  readonly viewerId: string
  /** Its links are reached with the Tab key. */
  readonly reachable: boolean
}

/** Where one ticket is worked on. */
const ticketPath = ({ id }: Pick<TicketRowEntity, 'id'>): string => `/tickets/${encodeURIComponent(id)}`

/** The cells of one ticket, in the order of the columns. */
function TicketLine({ row, viewerId, reachable }: TicketLineProps) {
  return (
    <>
      <Grid role="gridcell" flex="shrink" narrow>
        <Text dir="auto" weight={500} cut className={styles.text} title={row.title}>
          {row.title}
        </Text>
        <Meta>{ticketLabel(row)}</Meta>
      </Grid>
      <Grid role="gridcell" flex="shrink" narrow>
        <Text as="bdi" cut className={styles.text} title={row.customer.name}>
          {row.customer.name}
        </Text>
        <Meta>{phoneLabel(row.customer.phone_number)}</Meta>
      </Grid>
      <div role="gridcell">
        <TicketBadge status={row.status} />
      </div>
      <div role="gridcell">
        <Priority row={row} />
      </div>
      <Text as="div" role="gridcell" cut className={styles.text}>
        <Assignee row={row} viewerId={viewerId} />
      </Text>
      <Text as="div" role="gridcell" tone="muted" nowrap>
        <Moment iso={row.updated_at} />
      </Text>
      <HStack role="gridcell" gap={4} align="stretch" justify="end" className={styles.actions}>
        <TicketLinks row={row} reachable={reachable} />
      </HStack>
    </>
  )
}

/** One ticket on a phone. */
function TicketLineCard({ row, viewerId, reachable }: TicketLineProps) {
  return (
    <Grid role="gridcell" narrow className={styles.card}>
      <HStack gap={3} justify="between" className={styles.line}>
        <Text dir="auto" weight={500} cut className={styles.text}>
          {row.title}
        </Text>
        <TicketBadge status={row.status} />
      </HStack>
      <HStack gap={3} justify="between" className={styles.line}>
        <Meta>
          {ticketLabel(row)} · <bdi>{row.customer.name}</bdi>
        </Meta>
        <Priority row={row} />
      </HStack>
      <HStack gap={3} justify="between" className={styles.line}>
        <Meta>
          <Assignee row={row} viewerId={viewerId} /> · <Moment iso={row.updated_at} />
        </Meta>
        <HStack as="span" gap={4} align="stretch" justify="end" className={styles.actions}>
          <TicketLinks row={row} reachable={reachable} />
        </HStack>
      </HStack>
    </Grid>
  )
}

/** The smaller line of a cell. */
const Meta = ({ children }: { children: ReactNode }) => (
  <Text size="meta" tone="faint" cut digits className={styles.text}>
    {children}
  </Text>
)

const Priority = ({ row: { priority } }: { row: TicketRowEntity }) => <Tag>{priorityLabel(priority)}</Tag>

function Assignee({ row: { agent }, viewerId }: { row: TicketRowEntity; viewerId: string }) {
  if (agent === null) return <Text tone="faint">{t('Unassigned')}</Text>
  return agent.id === viewerId ? t('You') : <bdi>{agent.name}</bdi>
}

/** To the ticket, and to its conversation. */
function TicketLinks({ row, reachable }: Pick<TicketLineProps, 'row' | 'reachable'>) {
  const tabIndex = reachable ? 0 : -1
  const name = `${ticketLabel(row)}, ${row.customer.name}`
  return (
    <>
      <Link to={ticketPath(row)} tabIndex={tabIndex} aria-label={t('View {name}', { name })}>
        {t('View')}
      </Link>
      <Link
        to={`/conversations/${row.conversation_id}`}
        tabIndex={tabIndex}
        aria-label={t('Chat {name}', { name })}
      >
        {t('Chat')}
      </Link>
    </>
  )
}
