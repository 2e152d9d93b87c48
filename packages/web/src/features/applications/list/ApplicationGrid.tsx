import { t } from '@parley/core/text/translate'
import type { ApplicationKind } from '@parley/core/applications/application'
import type { TimeOrder } from '@parley/core/conversations/constants'
import type { ApplicationFilter } from '@parley/core/applications/rules'
import { useNavigate } from 'react-router'
import { applicationMessages } from '../../../client/action-messages.ts'
import type { ApplicationsView } from '../../../data/applications/queries.ts'
import { type GridColumn, GridHeader, timeColumn } from '../../../ui/lists/GridHeader.tsx'
import { MoreRows } from '../../../ui/lists/MoreRows.tsx'
import { usePhoneLayout } from '../../../ui/hooks/use-media-query.ts'
import { VirtualGrid } from '../../../ui/lists/VirtualGrid.tsx'
import { applicationPath, listTitles } from '../list-filter.ts'
import styles from './ApplicationGrid.module.css'
import { ApplicationCard, ApplicationRow } from './ApplicationRow.tsx'

const rowPx = 56
const cardPx = 84

const columnsOf = (
  kind: ApplicationKind,
  order: TimeOrder | undefined,
  onOrder: (order: TimeOrder) => void,
): readonly GridColumn[] => [
  { title: t('Customer') },
  { title: kind === 'ipp' ? t('Form Type') : t('Policy Type') },
  { title: t('Status') },
  timeColumn(t('Submission Date'), order, onOrder),
  { title: t('Actions'), align: 'end' },
]

interface ApplicationGridProps {
  readonly kind: ApplicationKind
  readonly filter: ApplicationFilter
  readonly list: ApplicationsView
  readonly onOrder: (order: TimeOrder) => void
}

/** The rows of a list of applications. */
export function ApplicationGrid({ kind, filter, list, onOrder }: ApplicationGridProps) {
  'use memo'
  const { rows, loadMore, retryMore, more } = list
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
        <GridHeader columns={columnsOf(kind, filter.order, onOrder)} card={phone ? t('Application') : null} />
      }
      renderRow={(index, active) => {
        const row = rows[index]
        return row && <Row row={row} reachable={active} />
      }}
      open={index => {
        const row = rows[index]
        if (row) void navigate(applicationPath(row))
      }}
      loadMore={more === 'idle' ? loadMore : null}
      busy={more === 'loading'}
      more={
        <MoreRows
          more={more}
          of={t('applications')}
          failure={applicationMessages.fetchApplications}
          onRetry={retryMore}
        />
      }
    />
  )
}
