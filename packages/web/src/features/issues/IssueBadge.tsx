import type { IssueStatus } from '@parley/core/issues/api'
import { issueTone, issueWord } from '@parley/core/issues/rules'
import { Badge } from '../../ui/marks/Badge.tsx'

/** An issue's status: green open, yellow in progress and reopened, blue resolved. */
export function IssueBadge({ status }: { status: IssueStatus }) {
  return <Badge tone={issueTone[status]}>{issueWord(status)}</Badge>
}
