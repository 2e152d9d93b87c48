import type { SavedView } from '@parley/core/saved-views/api'
import { filterAsked } from '../conversations/filter.ts'
import { conversationCounts, totalOf } from '../conversations/counts.ts'
import type { Reader } from '../db/write.ts'
import type { Sight } from '../sight/queries.ts'

/** How many conversations in sight each of these views has, by its id; as the list counts them. */
export async function viewTotals(
  reader: Reader,
  views: readonly SavedView[],
  sight: Sight,
): Promise<Record<SavedView['id'], number>> {
  const totals: [SavedView['id'], number][] = []
  // One after the other: they are many searches of one agent, who must not hold every connection.
  for (const { id, filter } of views) {
    const counts = await conversationCounts(reader, await filterAsked(reader, filter, sight))
    totals.push([id, totalOf(counts, filter.status)])
  }
  return Object.fromEntries(totals) as Record<SavedView['id'], number>
}
