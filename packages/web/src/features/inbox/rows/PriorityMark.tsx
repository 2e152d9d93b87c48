import { t } from '@parley/core/text/translate'
import type { TicketPriority } from '@parley/core/tickets/api'
import { priorityLabel } from '@parley/core/tickets/rules'
import { Badge } from '../../../ui/marks/Badge.tsx'

/** That the priority of its ticket puts a conversation before others; nothing where it does not. */
export function PriorityMark({ priority }: { readonly priority: TicketPriority | null }) {
  if (priority !== 'URGENT' && priority !== 'HIGH') return null
  return (
    <span title={t('Higher in the inbox because of the priority of its ticket')}>
      <Badge tone={priority === 'URGENT' ? 'danger' : 'warn'}>{priorityLabel(priority)}</Badge>
    </span>
  )
}
