import { t } from '@parley/core/text/translate'
import type { ApplicationKind } from '@parley/core/applications/application'
import type { ApplicationFilter } from '@parley/core/applications/rules'
import { FileText, SearchX } from 'lucide-react'
import { applicationMessages } from '../../../client/action-messages.ts'
import type { ApplicationsView } from '../../../data/applications/queries.ts'
import { asOf, useFreshness } from '../../../sync/freshness.ts'
import { Button } from '../../../ui/Button.tsx'
import { Box, HStack, VStack } from '../../../ui/layout/Layout.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/EmptyState.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { StaleOverlay } from '../../../ui/states/OldList.tsx'
import { RetryState } from '../../../ui/states/RetryState.tsx'
import { Spinner } from '../../../ui/states/Spinner.tsx'
import { local } from '../dates.ts'
import { SampleNotice } from '../SampleNotice.tsx'
import { ApplicationGrid } from './ApplicationGrid.tsx'
import styles from './ApplicationList.module.css'

interface ApplicationListProps {
  readonly kind: ApplicationKind
  readonly filter: ApplicationFilter
  readonly list: ApplicationsView
}

/** The list in each of its states: loading, rows, empty, failed with or without rows to keep. */
export function ApplicationList({ kind, filter, list }: ApplicationListProps) {
  const { area, rows, stale, isPrevious, fetchedAt, retrying, retry } = list
  const freshness = useFreshness()
  const { cut } = freshness
  return (
    <VStack full flex="fill" className={styles.list}>
      {area === 'sample' && (
        <Box rule="bottom" className={styles.banner}>
          <SampleNotice />
        </Box>
      )}
      {/* Without a connection the top bar says so, once; the rows say of when they are. */}
      {stale && !cut && (
        <Box rule="bottom" className={styles.banner}>
          <Notice
            tone="danger"
            action={
              <Button size="small" busy={retrying} onClick={retry}>
                {t('Try again')}
              </Button>
            }
          >
            {t('{fetchApplications}. Showing the list as of {time}', {
              fetchApplications: applicationMessages.fetchApplications,
              time: local.clock(new Date(fetchedAt)),
            })}
          </Notice>
        </Box>
      )}
      <Box flex="fill">
        <StaleOverlay
          old={rows.length > 0 && area !== 'sample' && (isPrevious || cut || stale)}
          asOf={cut ? local.clock(new Date(asOf(freshness, fetchedAt))) : null}
        >
          <Rows kind={kind} filter={filter} list={list} />
        </StaleOverlay>
      </Box>
    </VStack>
  )
}

function Rows({ kind, filter, list }: ApplicationListProps) {
  const { area, state, rows, retrying, retry } = list
  if (area === 'unavailable') {
    return (
      <ErrorState
        title={applicationMessages.fetchApplications}
        hint={t('Applications are not available right now. Parley tries again every 10 seconds.')}
      />
    )
  }
  if (state === 'failed') {
    return (
      <RetryState
        title={applicationMessages.fetchApplications}
        hint={t('The server cannot be reached. Parley tries again every 10 seconds.')}
        busy={retrying}
        onRetry={retry}
      />
    )
  }
  if (state === 'off' || state === 'loading') {
    return (
      <HStack gap={2.5} justify="center" size="list" tone="muted" className={styles.loading} role="status">
        <Spinner />
        {t('Loading applications...')}
      </HStack>
    )
  }
  if (rows.length > 0) {
    return <ApplicationGrid key={JSON.stringify(filter)} kind={kind} filter={filter} list={list} />
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
