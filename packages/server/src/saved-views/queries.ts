import { sql } from 'kysely'
import { ApiError } from '@parley/core/errors'
import type { AgentId, SavedViewId } from '@parley/core/ids'
import type { SavedFilter, SavedView } from '@parley/core/saved-views/api'
import { conversationCounts, totalOf } from '../conversations/counts.ts'
import { filterAsked } from '../conversations/filter.ts'
import type { Reader } from '../db/write.ts'
import type { VisibilityScope } from '../visibility/queries.ts'

/** The shared ones and the agent's own, each with the assignee of its filter. */
const readableBy = (reader: Reader, agentId: number) =>
  reader
    .selectFrom('saved_views as view')
    .leftJoin('agents as named', join =>
      join.on(sql<boolean>`named.id::text = view.filter ->> 'assignee_id'`),
    )
    .selectAll('view')
    .select(['named.id as named_id', 'named.name as named', 'named.disabled_at'])
    .where(eb => eb.or([eb('view.owner_id', 'is', null), eb('view.owner_id', '=', agentId)]))

type Row = Awaited<ReturnType<ReturnType<typeof readableBy>['execute']>>[number]

const viewOf = (row: Row): SavedView => ({
  id: String(row.id) as SavedViewId,
  name: row.name,
  scope: row.owner_id === null ? 'shared' : 'own',
  filter: row.filter as SavedFilter,
  assignee:
    row.named_id === null
      ? null
      : { id: String(row.named_id) as AgentId, name: row.named ?? '', is_disabled: row.disabled_at !== null },
})

/** All that an agent may use, by name; an own one before a shared one. */
export async function savedViews(reader: Reader, agentId: number): Promise<SavedView[]> {
  const rows = await readableBy(reader, agentId)
    .orderBy(sql`lower(view.name)`)
    .orderBy(sql`view.owner_id nulls last`)
    .execute()
  return rows.map(viewOf)
}

/** @throws ApiError view.not-found, for another agent's own too */
export async function savedView(reader: Reader, agentId: number, id: number): Promise<SavedView> {
  const row = await readableBy(reader, agentId).where('view.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new ApiError('view.not-found', { id })
  return viewOf(row)
}

/** The number of visible conversations of each view, by its id, as the list counts them. */
export async function viewTotals(
  reader: Reader,
  views: readonly SavedView[],
  visibility: VisibilityScope,
): Promise<Record<SavedView['id'], number>> {
  const totals: [SavedView['id'], number][] = []
  // One at a time: the searches of one agent must not use every connection.
  for (const { id, filter } of views) {
    const counts = await conversationCounts(reader, await filterAsked(reader, filter, visibility))
    totals.push([id, totalOf(counts, filter.status)])
  }
  return Object.fromEntries(totals) as Record<SavedView['id'], number>
}
