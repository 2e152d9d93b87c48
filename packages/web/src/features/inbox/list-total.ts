import type { StatusCounts } from '@parley/core/live/cached'
import { conversationStatuses } from '@parley/core/conversations/constants'
import { hasTab, type ListTab } from './list-filter.ts'

/** How many conversations a tab holds; undefined while it is not known. All counts every status. */
export function totalOf(counts: StatusCounts | null, tab: ListTab): number | undefined {
  if (counts === null) return undefined
  if (tab !== 'ALL') return counts[tab] ?? 0
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** How many conversations have a status without a tab; undefined while it is not known. */
export function tablessTotal(counts: StatusCounts | null): number | undefined {
  if (counts === null) return undefined
  return conversationStatuses.reduce((sum, status) => (hasTab(status) ? sum : sum + (counts[status] ?? 0)), 0)
}
