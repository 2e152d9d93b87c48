import type { ApplicationEntity, ApplicationKind } from '@parley/core/applications/application'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { t } from '@parley/core/text/translate'
import { applicationNumber } from '@parley/core/applications/rules'
import { Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { useArea } from '../../data/capabilities/queries.ts'
import { lazyWithRetry } from '../../ui/hooks/lazy-part.ts'
import { useLinkedApplications } from '../../data/applications/queries.ts'
import { applicationMessages } from '../../client/action-messages.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { NotLoaded } from '../../ui/states/RetryState.tsx'
import { SampleMark } from '../../ui/marks/SampleMark.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { applicationPath } from './list-filter.ts'
import { ApplicationBadge } from './ApplicationMarks.tsx'
import { dateLabel } from './dates.ts'
import styles from './ConversationApplications.module.css'

const begin = lazyWithRetry(async () => (await import('./BeginApplication.tsx')).BeginApplication)

/** Begins one for the customer: whoever begins it alone goes on with it on its own page. */
export function BeginForCustomer({ conversation }: { conversation: ConversationMeta }) {
  'use memo'
  const navigate = useNavigate()
  const isServed = useArea('applications') === 'served'
  const onBegun = (application: ApplicationEntity, botAsks: boolean) => {
    if (!botAsks) void navigate(applicationPath(application))
  }
  if (!isServed || conversation.status === 'ARCHIVED') return null
  return (
    <Suspense fallback={null}>
      <begin.Part conversationId={conversation.id} onBegun={onBegun} />
    </Suspense>
  )
}

/** Has them at hand while the panel that shows them is away (CDET-24). */
export function LoadApplications({ conversation }: { conversation: ConversationMeta }) {
  useLinkedApplications('ipp', conversation, true)
  useLinkedApplications('lib', conversation, true)
  return null
}

const titles: Readonly<Record<ApplicationKind, string>> = {
  ipp: t('IPP applications'),
  lib: t('LIB Flex applications'),
}

interface ConversationApplicationsProps {
  readonly kind: ApplicationKind
  readonly conversation: ConversationMeta
}

/** In the customer's panel: their applications of one kind, each with its status and the way to it. */
export function ConversationApplications({ kind, conversation }: ConversationApplicationsProps) {
  const view = useLinkedApplications(kind, conversation, true)
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
            <Text as="li" key={row.id} digits className={styles.row}>
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
            </Text>
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
