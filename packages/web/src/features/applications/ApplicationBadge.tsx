import type { ApplicationStatus } from '@parley/core/applications/application'
import { applicationStatusLabel, applicationTone } from '@parley/core/applications/rules'
import { Badge } from '../../ui/marks/Badge.tsx'

/** An application's status, in its colour and in words. */
export const ApplicationBadge = ({ status }: { status: ApplicationStatus }) => (
  <Badge tone={applicationTone[status]}>{applicationStatusLabel(status)}</Badge>
)
