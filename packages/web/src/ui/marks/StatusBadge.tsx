import type { ConversationStatus } from '@parley/core/conversations/api'
import { statusLabel, statusTone } from '@parley/core/conversations/rules'
import { Badge } from './Badge.tsx'

/** A conversation's status: green active, blue resolved, grey dormant, lighter grey archived, yellow transferred. */
export function StatusBadge({ status }: { status: ConversationStatus }) {
  return <Badge tone={statusTone[status]}>{statusLabel(status)}</Badge>
}
