import { t } from '@parley/core/text/translate'
import type { ApplicationKind, ApplicationRowEntity } from '@parley/core/applications/application'
import type { TimeOrder } from '@parley/core/conversations/constants'
import { type ApplicationFilter, applicationNumber } from '@parley/core/applications/rules'
import { formWord } from '@parley/core/applications/form'
import { phoneLabel } from '@parley/core/customers/rules'
import { FileText, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { applicationMessages } from '../../../client/action-messages.ts'
import type { ApplicationsView } from '../../../data/applications/queries.ts'
import { asOf, useFreshness } from '../../../sync/freshness.ts'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/EmptyState.tsx'
import { type GridColumn, GridHeader, timeColumn } from '../../../ui/lists/GridHeader.tsx'
import { clockLabel, listAsOf } from '../../../ui/lists/as-of.ts'
import { ListFrame, NoRowsYet } from '../../../ui/lists/ListFrame.tsx'
import { usePhoneLayout } from '../../../ui/hooks/use-media-query.ts'
import { VirtualGrid } from '../../../ui/lists/VirtualGrid.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { dateLabel, local } from '../dates.ts'
import { ApplicationBadge, SampleNotice } from '../ApplicationMarks.tsx'
import { applicationPath, listTitles } from '../list-filter.ts'
import styles from './ApplicationList.module.css'

interface ApplicationListProps {
  readonly kind: ApplicationKind
  readonly filter: ApplicationFilter
  readonly list: ApplicationsView
  readonly onOrder: (order: TimeOrder) => void
}

/** The list in each of its states: loading, rows, empty, failed with or without rows to keep. */
export function ApplicationList(props: ApplicationListProps) {
  const { list } = props
  const { area, rows, stale, isPrevious, fetchedAt, retrying, retry } = list
  const freshness = useFreshness()
  const { cut } = freshness
  return (
    <ListFrame
      above={area === 'sample' && <SampleNotice />}
      // Without a connection the top bar says so, once; the rows say of when they are.
      failure={stale && !cut ? listAsOf(applicationMessages.fetchApplications, fetchedAt) : null}
      retrying={retrying}
      retry={retry}
      old={rows.length > 0 && area !== 'sample' && (isPrevious || cut || stale)}
      asOf={cut ? clockLabel(asOf(freshness, fetchedAt)) : null}
    >
      <Rows {...props} />
    </ListFrame>
  )
}

function Rows(props: ApplicationListProps) {
  const { list } = props
  // Turned round it stays the same list, and the title that was pressed keeps the focus.
  const { order: _, ...filter } = props.filter
  const { area, state, rows, retrying, retry } = list
  if (area === 'unavailable') {
    return (
      <ErrorState
        title={applicationMessages.fetchApplications}
        hint={t('Applications are not available right now. Parley tries again every 10 seconds.')}
      />
    )
  }
  if (state !== 'ready') {
    return (
      <NoRowsYet
        isFailed={state === 'failed'}
        failure={applicationMessages.fetchApplications}
        loading={t('Loading applications...')}
        retrying={retrying}
        retry={retry}
      />
    )
  }
  if (rows.length > 0) {
    return <ApplicationGrid key={JSON.stringify(filter)} {...props} />
  }
  if (filter.status === undefined && filter.range === undefined && (filter.search ?? '').trim() === '') {
    return (
      <EmptyState
        icon={<FileText size={20} strokeWidth={1.7} aria-hidden="true" />}
        title={t('No applications yet')}
        hint={t('Forms that customers fill in in the chat appear here.')}
      />
    )
  }
  return (
    <EmptyState
      icon={<SearchX size={20} strokeWidth={1.7} aria-hidden="true" />}
      title={t('No applications found')}
      hint={t('Try changing your search or filter criteria.')}
    />
  )
}

const rowPx = 56
const cardPx = 84

const columnsOf = ({
  kind,
  filter: { order },
  onOrder,
}: Omit<ApplicationListProps, 'list'>): readonly GridColumn[] => [
  { title: t('Customer') },
  { title: kind === 'ipp' ? t('Form Type') : t('Policy Type') },
  { title: t('Status') },
  timeColumn(t('Submission Date'), order, onOrder),
  { title: t('Actions'), align: 'end' },
]

/** The rows of a list of applications. */
function ApplicationGrid({ kind, filter, list, onOrder }: ApplicationListProps) {
  'use memo'
  const { rows } = list
  const phone = usePhoneLayout()
  const navigate = useNavigate()
  const ids = rows.map(({ id }) => id)
  const Row = phone ? ApplicationCard : ApplicationRow
  return (
    <VirtualGrid
      label={listTitles[kind]}
      place={JSON.stringify([kind, filter])}
      ids={ids}
      rowHeight={phone ? cardPx : rowPx}
      rowCount={list.total + 1}
      columns={styles.columns}
      header={
        <GridHeader columns={columnsOf({ kind, filter, onOrder })} card={phone ? t('Application') : null} />
      }
      renderRow={(index, active) => {
        const row = rows[index]
        return row && <Row row={row} reachable={active} />
      }}
      open={index => {
        const row = rows[index]
        if (row) void navigate(applicationPath(row))
      }}
      paging={{ ...list, of: t('applications'), failure: applicationMessages.fetchApplications }}
    />
  )
}

interface ApplicationRowProps {
  readonly row: ApplicationRowEntity
  /** Its links are reached with the Tab key. */
  readonly reachable: boolean
}

/** The cells of one application, in the order of the columns. */
function ApplicationRow({ row, reachable }: ApplicationRowProps) {
  const { customer } = row
  const { first, second } = formOf(row)
  return (
    <>
      <HStack role="gridcell" gap={3}>
        <Avatar name={customer.name} />
        <Grid flex="grow" narrow>
          <Text as="bdi" weight={500} cut className={styles.text} title={customer.name}>
            {customer.name}
          </Text>
          <Meta>{phoneOf(row)}</Meta>
        </Grid>
      </HStack>
      <Grid role="gridcell" flex="grow" narrow>
        <Text cut className={styles.text}>
          {first}
        </Text>
        <Meta>{second}</Meta>
      </Grid>
      <div role="gridcell">
        <ApplicationBadge status={row.status} />
      </div>
      <Text as="div" role="gridcell" tone="muted" nowrap>
        <SubmissionDate row={row} />
      </Text>
      <HStack role="gridcell" gap={4} align="stretch" justify="end" className={styles.actions}>
        <RowLinks row={row} reachable={reachable} />
      </HStack>
    </>
  )
}

/** One application on a phone. */
function ApplicationCard({ row, reachable }: ApplicationRowProps) {
  const { first, second } = formOf(row)
  return (
    <Grid role="gridcell" narrow className={styles.card}>
      <HStack gap={3} justify="between" className={styles.line}>
        <Text as="bdi" weight={500} cut className={styles.text}>
          {row.customer.name}
        </Text>
        <ApplicationBadge status={row.status} />
      </HStack>
      <HStack gap={3} justify="between" className={styles.line}>
        <Meta>{phoneOf(row)}</Meta>
        <Text tone="muted" nowrap>
          <SubmissionDate row={row} />
        </Text>
      </HStack>
      <HStack gap={3} justify="between" className={styles.line}>
        <Meta>
          {first} · {second}
        </Meta>
        <HStack as="span" gap={4} align="stretch" justify="end" className={styles.actions}>
          <RowLinks row={row} reachable={reachable} />
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

const phoneOf = ({ customer }: ApplicationRowEntity): string =>
  customer.phone_number === null ? t('Unknown') : phoneLabel(customer.phone_number)

/** What stands under Form Type, or under Policy Type for LIB Flex. */
function formOf(row: ApplicationRowEntity): { readonly first: string; readonly second: string } {
  if (row.kind === 'ipp') return { first: row.form_name, second: row.form_type }
  return { first: row.policy_type === null ? '–' : formWord(row.policy_type), second: row.form_name }
}

function SubmissionDate({ row }: { row: ApplicationRowEntity }) {
  if (row.submission_date === null) return <Meta>{t('Not submitted')}</Meta>
  const at = new Date(row.submission_date)
  return (
    <time dateTime={row.submission_date} title={local.full(at)}>
      {dateLabel(at)}
    </time>
  )
}

/** To the application, and to the conversation that it came through. */
function RowLinks({ row, reachable }: ApplicationRowProps) {
  const tabIndex = reachable ? 0 : -1
  const name = `${row.customer.name}, ${applicationNumber(row)}`
  return (
    <>
      <Link to={applicationPath(row)} tabIndex={tabIndex} aria-label={t('View {name}', { name })}>
        {t('View')}
      </Link>
      {row.conversation_id === null ? (
        <Text tone="faint" title={t('This application has no conversation')}>
          {t('Chat')}
        </Text>
      ) : (
        <Link
          to={`/conversations/${row.conversation_id}`}
          tabIndex={tabIndex}
          aria-label={t('Chat {name}', { name })}
        >
          {t('Chat')}
        </Link>
      )}
    </>
  )
}
