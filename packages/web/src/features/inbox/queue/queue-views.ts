import { t } from '@parley/core/text/translate'
import type { ConversationEntity } from '@parley/core/conversations/api'
import type { ConversationFilter } from '@parley/core/conversations/rules'
import type { Preferences } from '../../../data/session/preferences.ts'

/** What of the queue is shown. */
export type QueueView = Preferences['queueView']

/** The views in their order, which is that of their keys. */
export const queueViews: readonly { readonly value: QueueView; readonly label: string }[] = [
  { value: 'mine', label: t('Mine') },
  { value: 'unassigned', label: t('Unassigned') },
  { value: 'waiting', label: t('Waiting longest') },
  { value: 'closing', label: t('Closing soon') },
  { value: 'snoozed', label: t('Snoozed') },
  { value: 'mentions', label: t('Mentions') },
]

/** The conversations of a view, for an agent. */
export function viewFilter(view: QueueView, agentId: string): ConversationFilter {
  if (view === 'mine' || view === 'unassigned')
    return { queue: 'open', assigneeId: view === 'mine' ? agentId : 'none' }
  return view === 'mentions' ? { mentionedId: agentId } : { queue: view }
}

type Next = Pick<ConversationEntity, 'id' | 'waiting_since'>

/**
 * What comes after a conversation in a queue: whose customer waits and stands behind it, else whoever else waits longest,
 * else the next one; null where it stands alone or last of those nobody waits in.
 */
export function nextInQueue(rows: readonly Next[], currentId: string | null): string | null {
  const at = rows.findIndex(row => row.id === currentId)
  const waits = (row: Next) => row.waiting_since !== null && row.id !== currentId
  const next = rows.slice(at + 1).find(waits) ?? rows.find(waits) ?? rows[at + 1]
  return next === undefined || next.id === currentId ? null : next.id
}

/** The two that are likely opened next, which are fetched ahead. */
export function likelyNext(rows: readonly Next[], currentId: string | null): readonly string[] {
  const first = nextInQueue(rows, currentId)
  if (first === null) return []
  const others = rows.filter(row => row.id !== currentId)
  const second = nextInQueue(others, first)
  return second === null ? [first] : [first, second]
}
