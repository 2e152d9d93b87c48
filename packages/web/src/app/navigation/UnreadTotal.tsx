import { t } from '@parley/core/text/translate'
import { useUnreadTotal } from '../../data/messages/unread-stats.ts'
import { Count } from '../../ui/marks/Count.tsx'

/** The unread messages in the agent's own conversations. Reads them itself: each message that comes draws this number and not what stands around it. */
export function UnreadTotal() {
  const { count, stale } = useUnreadTotal()
  return <Count value={count} of={t('unread messages of yours')} stale={stale} />
}
