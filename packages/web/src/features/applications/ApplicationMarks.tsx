import type { NamedAgent } from '@parley/core/agents/api'
import type { ApplicationStatus } from '@parley/core/applications/application'
import { applicationStatusLabel, applicationTone } from '@parley/core/applications/rules'
import { t } from '@parley/core/text/translate'
import { Text } from '../../ui/layout/Layout.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { dateTimeLabel, local } from './dates.ts'

/** An application's status, in its colour and in words. */
export const ApplicationBadge = ({ status }: { status: ApplicationStatus }) => (
  <Badge tone={applicationTone[status]}>{applicationStatusLabel(status)}</Badge>
)

/** When something was done; the full date as its tooltip. */
export function ApplicationTime({ iso }: { iso: string }) {
  const at = new Date(iso)
  return (
    <time dateTime={iso} title={local.full(at)}>
      {dateTimeLabel(at)}
    </time>
  )
}

interface BylineProps {
  readonly by: NamedAgent | null
  readonly at: string | null
  /** Who it was where nobody of ours did it. */
  readonly otherwise?: string
}

/** Who did something, and when. */
export const Byline = ({ by, at, otherwise = t('No agent recorded') }: BylineProps) => (
  <Text as="p" size="meta" tone="muted">
    {by === null ? otherwise : <bdi>{by.name}</bdi>}
    {at !== null && (
      <>
        {', '}
        <ApplicationTime iso={at} />
      </>
    )}
  </Text>
)

/** The fixed mark of applications that no server stored. */
export const SampleNotice = () => (
  <Notice tone="warn">
    {t('Sample data: not submitted by a real customer; changes stay in this browser')}
  </Notice>
)
