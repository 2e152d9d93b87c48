import { t } from '@parley/core/text/translate'
import type { ApplicationKind } from '@parley/core/applications/application'
import { applicationNumber } from '@parley/core/applications/rules'
import { Link } from 'react-router'
import { applicationMessages } from '../../../client/action-messages.ts'
import type { ApplicationsView } from '../../../data/applications/queries.ts'
import { useFreshness } from '../../../sync/freshness.ts'
import { Button } from '../../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { NotLoaded } from '../../../ui/states/RetryState.tsx'
import { SampleMark } from '../../../ui/marks/SampleMark.tsx'
import { Skeleton } from '../../../ui/states/Skeleton.tsx'
import { ApplicationBadge } from '../ApplicationBadge.tsx'
import { dateLabel } from '../dates.ts'
import { applicationPath } from '../list-filter.ts'
import styles from './LinkedApplications.module.css'

const titles: Readonly<Record<ApplicationKind, string>> = {
  ipp: t('IPP applications'),
  lib: t('LIB Flex applications'),
}

interface LinkedApplicationsProps {
  readonly kind: ApplicationKind
  readonly view: ApplicationsView
}

/** In the customer's panel: their applications of one kind, each with its status and the way to it. */
export function LinkedApplications({ kind, view }: LinkedApplicationsProps) {
  const { area, state, stale, rows, retrying, retry, more, loadMore, retryMore } = view
  const id = `linked-${kind}-applications`
  const { cut } = useFreshness()
  const isKnown = state === 'ready'
  const isMissing = state === 'failed' || area === 'unavailable'
  if (state === 'off' && area !== 'unknown' && area !== 'unavailable') return null
  return (
    <Grid as="section" gap={1.5} size="list" narrow aria-labelledby={id}>
      <HStack as="h3" id={id} gap={2} justify="between" size="list" weight={600}>
        <span>
          {titles[kind]}
          {isKnown && ` (${view.total})`}
        </span>
        {area === 'sample' && <SampleMark />}
      </HStack>
      {(state === 'loading' || area === 'unknown') && <Skeleton width={180} />}
      {isMissing && cut && <NotLoaded />}
      {(isMissing || stale) && !cut && (
        <Notice
          tone="danger"
          action={
            state !== 'off' && (
              <Button size="small" busy={retrying} onClick={retry}>
                {t('Retry')}
              </Button>
            )
          }
        >
          {applicationMessages.fetchApplications}
          {stale && t('. This list may be out of date')}
        </Notice>
      )}
      {rows.length > 0 && (
        <Grid as="ul" gap={2}>
          {rows.map(row => (
            <li key={row.id} className={styles.row}>
              <HStack as="p" gap={2.5} justify="between">
                <Link to={applicationPath(row)}>{applicationNumber(row)}</Link>
                <ApplicationBadge status={row.status} />
              </HStack>
              <Text as="p" size="meta" tone="faint">
                {row.submission_date === null
                  ? t('Not submitted')
                  : t('Submitted on {submission_date}', {
                      submission_date: dateLabel(new Date(row.submission_date)),
                    })}
              </Text>
            </li>
          ))}
        </Grid>
      )}
      {more !== 'none' && (
        <Button
          size="small"
          variant="quiet"
          busy={more === 'loading'}
          onClick={more === 'failed' ? retryMore : loadMore}
        >
          {t('Show more')}
        </Button>
      )}
    </Grid>
  )
}
