import { t } from '@parley/core/text/translate'
import { useListTotals } from '../../data/conversations/list.ts'
import { viewFilter } from '../../features/inbox/queue/queue-views.ts'
import { Count } from '../../ui/marks/Count.tsx'

/** How many conversations the agent has in the inbox, as its view Mine says. */
export function InboxTotal({ agentId }: { readonly agentId: string }) {
  'use memo'
  const filters = [viewFilter('mine', agentId)]
  const [total] = useListTotals(filters)
  return <Count value={total ?? 0} of={t('conversations of yours')} />
}
