import type { ConversationEntity } from '@parley/core/conversations/api'
import { hasFailedReply, waitsForAnswer } from '@parley/core/conversations/queue'
import type { ConversationFilter } from '@parley/core/conversations/rules'
import type { SavedFilter } from '@parley/core/saved-views/api'
import { filterOfView } from '@parley/core/saved-views/rules'
import { t } from '@parley/core/text/translate'
import type { Preferences } from '../../../data/session/preferences.ts'

/** What the inbox shows. */
export type QueueView = Exclude<Preferences['inboxView'], 'by-role'>
/** A view that is there without anybody having saved it. */
export type FixedView = Exclude<QueueView, `saved-${string}`>

/** The views in their order, which is that of their keys. */
export const queueViews: readonly { readonly value: FixedView; readonly label: string }[] = [
  { value: 'mine', label: t('Mine') },
  { value: 'unassigned', label: t('Unassigned') },
  { value: 'team', label: t('Team') },
  { value: 'closing', label: t('Closing soon') },
  { value: 'failed', label: t('Failed') },
  { value: 'snoozed', label: t('Snoozed') },
  { value: 'mentions', label: t('Mentions') },
]

/** The conversations of a view, for an agent. */
export function viewFilter(view: FixedView, agentId: string): ConversationFilter {
  const filters: Readonly<Record<FixedView, ConversationFilter>> = {
    mine: { queue: 'open', assigneeId: agentId },
    unassigned: { queue: 'open', assigneeId: 'none' },
    team: { queue: 'open' },
    mentions: { mentionedId: agentId },
    closing: { queue: 'closing' },
    failed: { queue: 'failed' },
    snoozed: { queue: 'snoozed' },
  }
  return filters[view]
}

const finished: ReadonlySet<unknown> = new Set(['RESOLVED', 'ARCHIVED'])

/** The conversations of a saved view: of those that are open in the order of the queue, else by their newest activity. */
export function savedViewFilter(filter: SavedFilter): ConversationFilter {
  return { ...filterOfView(filter), ...(!finished.has(filter.status) && { queue: 'open' }) }
}

type Next = Pick<
  ConversationEntity,
  | 'id'
  | 'waiting_since'
  | 'ticket_priority'
  | 'closes_within_hour'
  | 'acknowledgement'
  | 'last_reply'
  | 'offer'
  | 'reach'
>

/**
 * Finds the conversation that comes next in a queue. It looks for a customer who asks, then one who only thanks, then a failed
 * reply, then an offered conversation; each time behind the current one first, then from the top. Else the next row comes. Null:
 * there is none.
 */
export function nextInQueue(rows: readonly Next[], currentId: string | null): string | null {
  const at = rows.findIndex(row => row.id === currentId)
  const behind = rows.slice(at + 1)
  const hasWork = (row: Next) => row.id !== currentId && row.offer === null
  const groups = [
    (row: Next) => hasWork(row) && waitsForAnswer(row) && row.acknowledgement === null,
    (row: Next) => hasWork(row) && waitsForAnswer(row),
    (row: Next) => hasWork(row) && hasFailedReply(row) && row.reach?.unreachable == null,
    (row: Next) => row.id !== currentId && waitsForAnswer(row),
  ]
  for (const group of groups) {
    const next = behind.find(group) ?? rows.find(group)
    if (next !== undefined) return next.id
  }
  return rows[at + 1]?.id ?? null
}

/** The two that are likely opened next, which are fetched ahead. */
export function likelyNext(rows: readonly Next[], currentId: string | null): readonly string[] {
  const first = nextInQueue(rows, currentId)
  if (first === null) return []
  const others = rows.filter(row => row.id !== currentId)
  const second = nextInQueue(others, first)
  return second === null ? [first] : [first, second]
}
