import { t } from '@parley/core/text/translate'
import type { TicketPriority } from '@parley/core/tickets/api'
import { headStartMinutes } from '@parley/core/conversations/queue'
import { priorityLabel } from '@parley/core/tickets/rules'
import { Badge } from '../../../ui/marks/Badge.tsx'

/** That a ticket of the conversation gives it a head start in the queue; nothing where none does. */
export function PriorityMark({ priority }: { readonly priority: TicketPriority | null }) {
  if (priority === null || headStartMinutes[priority] === 0) return null
  return (
    <span
      title={t(
        'Higher in the queue because of its ticket: counts as {headStartMinutes} minutes longer waiting',
        { headStartMinutes: headStartMinutes[priority] },
      )}
    >
      <Badge tone={priority === 'URGENT' ? 'danger' : 'warn'}>{priorityLabel(priority)}</Badge>
    </span>
  )
}
