import { msg, plural, t } from '@parley/core/text/translate'
import { metrics } from '@parley/core/reports/catalogue'
import type { Metric } from '@parley/core/reports/metric'
import type { Plain } from '@parley/core/call'
import type { CountedRow } from '@parley/core/reports/api'
import { rangeLabel } from '@parley/core/reports/period'
import { countText, figureText, roundedTo, tenthsText } from '@parley/core/reports/rules'
import { calendar } from '@parley/core/text/format'
import type { MetricId } from '@parley/core/reports/constants'
import { phoneLabel } from '@parley/core/customers/rules'
import { Link } from 'react-router'
import { useWorkspaceZone } from '../../data/capabilities/queries.ts'
import { browserZone } from '../../data/capabilities/workspace-day.ts'
import { fetchEveryCountedRow, type FigureRef, useCountedRows } from '../../data/reports/counted-rows.ts'
import { Button } from '../../ui/Button.tsx'
import { csvTime, csvTimeHeading } from '../../ui/files/csv.ts'
import { CsvButton } from '../../ui/files/CsvButton.tsx'
import { Grid, HStack } from '../../ui/layout/Layout.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { ScrollBox } from '../../ui/lists/ScrollBox.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import { Cell, HeaderCell, Table } from '../../ui/lists/Table.tsx'
import { Moment } from '../../ui/Moment.tsx'
import styles from './AboutFigure.module.css'

type CountedRowsWindowProps = { figure: FigureRef; title: string; onClose: () => void }

/** The very rows that a figure counts, each with the way to it. */
export function CountedRowsWindow({ figure, title, onClose }: CountedRowsWindowProps) {
  const query = useCountedRows(figure)
  const { timeZone = browserZone() } = useWorkspaceZone()
  const metric: Metric = metrics[figure.metric]
  const pages = query.data?.pages ?? []
  const rows = pages.flatMap(page => page.rows)
  const first = pages[0]
  const heading = valueHeading(figure.metric)
  return (
    <Modal open onClose={onClose} title={title} size="lg">
      {first === undefined ? (
        query.isError ? (
          <RetryState
            title={t('The rows could not be loaded')}
            hint={query.error.message}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Grid pad={3} className={styles.more}>
            <Spinner label={t('Loading the rows')} />
          </Grid>
        )
      ) : (
        <>
          <HStack wrap size="list" className={styles.above}>
            <p>
              {metric.span === 'range' && figure.range !== null && `${rangeLabel(figure.range)}. `}
              {t('{figure} at {time}; ', {
                figure: figureText(first.figure, metric.unit),
                time: calendar(timeZone).clock(new Date(first.as_of)),
              })}
              {query.hasNextPage
                ? t('{count} rows so far.', { count: countText(rows.length) })
                : plural(
                    rows.length,
                    { one: '{count} row.', other: '{count} rows.' },
                    { count: countText(rows.length) },
                  )}
              {first.bounded && t(' Rows that you have no access to are counted but not listed.')}
            </p>
            <CsvButton
              of={title}
              parts={figure.range === null ? [] : [figure.range.from, figure.range.to]}
              header={[
                t('Kind'),
                t('Id'),
                t('Name'),
                t('Phone'),
                t('Detail'),
                csvTimeHeading(t('When'), timeZone),
                csvHeading(heading),
              ]}
              rows={async () =>
                (await fetchEveryCountedRow(figure)).map(row => [
                  row.kind,
                  row.id,
                  row.name,
                  row.phone_number,
                  row.label,
                  row.at === null ? null : csvTime(row.at, timeZone),
                  roundedTo(row.value, 2),
                ])
              }
            />
          </HStack>
          {rows.length === 0 ? (
            <EmptyState
              title={
                first.bounded
                  ? t('You have no access to the rows counted here')
                  : t('Nothing is counted here any more')
              }
              hint={
                first.bounded
                  ? t('Rows that you have no access to are counted but not listed.')
                  : t('The figure has changed since it was shown.')
              }
            />
          ) : (
            <RowsTable rows={rows} title={title} heading={heading} />
          )}
          {query.hasNextPage && (
            <Grid pad={3} className={styles.more}>
              <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('Show more')}
              </Button>
              {query.isFetchNextPageError && (
                <p role="alert">{t('More rows could not be loaded: try again.')}</p>
              )}
            </Grid>
          )}
        </>
      )}
    </Modal>
  )
}

type RowsTableProps = { rows: readonly Plain<CountedRow>[]; title: string; heading: ValueHeading | null }

function RowsTable({ rows, title, heading }: RowsTableProps) {
  const { timeZone } = useWorkspaceZone()
  const days = calendar(timeZone)
  const agents = rows[0]?.kind === 'agent'
  return (
    <ScrollBox label={t('Rows of {title}', { title })}>
      <Table label={title} density="tight">
        <thead>
          <tr>
            <HeaderCell>{agents ? t('Agent') : t('Customer')}</HeaderCell>
            {!agents && <HeaderCell>{t('Phone')}</HeaderCell>}
            <HeaderCell>{t('Detail')}</HeaderCell>
            {!agents && <HeaderCell align="end">{t('When')}</HeaderCell>}
            {heading !== null && <HeaderCell align="end">{t(heading)}</HeaderCell>}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={`${row.kind} ${row.id} ${row.at} ${row.label}`}>
              <Cell>
                <RowLink row={row} />
              </Cell>
              {!agents && <Cell>{row.phone_number === null ? '' : phoneLabel(row.phone_number)}</Cell>}
              <Cell>
                <span className={styles.name} title={row.label ?? undefined}>
                  {row.label ?? ''}
                </span>
              </Cell>
              {!agents && <Cell align="end">{row.at !== null && <Moment iso={row.at} days={days} />}</Cell>}
              {heading !== null && <Cell align="end">{valueText(row, heading)}</Cell>}
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollBox>
  )
}

/** A spreadsheet reckons with numbers: lengths of time are minutes there. */
const csvHeading = (heading: ValueHeading | null) =>
  heading === 'Time' ? t('Minutes') : t(heading ?? 'Value')

function valueText({ value }: Plain<CountedRow>, heading: ValueHeading): string {
  if (value === null) return ''
  if (heading === 'In the share') return value > 0 ? t('Yes') : t('No')
  if (heading === 'Time') return figureText(value, 'minutes')
  return heading === 'Workload' || heading === 'Rating' ? countText(value) : tenthsText(value)
}

function RowLink({ row }: { row: Plain<CountedRow> }) {
  const to =
    row.kind === 'ticket'
      ? `/tickets/${row.id}`
      : row.conversation_id === null
        ? null
        : `/conversations/${row.conversation_id}`
  return to === null ? (
    <bdi className={styles.name} title={row.name}>
      {row.name}
    </bdi>
  ) : (
    <Link to={to} className={styles.name} title={row.name}>
      <bdi>{row.name}</bdi>
    </Link>
  )
}

/** In English; `t` shows it. */
type ValueHeading = 'Time' | 'Rating' | 'Percent' | 'In the share' | 'Workload'

/** How a row's share of a figure is headed; null where every row counts alike. */
function valueHeading(id: MetricId): ValueHeading | null {
  switch ((metrics[id] as Metric).unit) {
    case 'minutes':
      return msg('Time')
    case 'rating':
      return msg('Rating')
    case 'fraction':
    case 'percent':
      return id === 'avg_utilization' ? msg('Percent') : msg('In the share')
    default:
      return id === 'max_workload' || id === 'overloaded_agents' ? msg('Workload') : null
  }
}
