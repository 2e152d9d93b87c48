import type { AgentId, SavedViewId } from '@parley/core/ids'
import type { SavedFilter, SavedView } from '@parley/core/saved-views/api'
import { Refusal } from '@parley/core/errors'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'

/** The shared ones, and this agent's own, with the agent whom each names. */
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

/** All that an agent may use, by name, an own one before a shared one. */
export async function savedViews(reader: Reader, agentId: number): Promise<SavedView[]> {
  const rows = await readableBy(reader, agentId)
    .orderBy(sql`lower(view.name)`)
    .orderBy(sql`view.owner_id nulls last`)
    .execute()
  return rows.map(viewOf)
}

/** One that an agent may use. @throws Refusal view.not-found, for another agent's own too */
export async function savedView(reader: Reader, agentId: number, id: number): Promise<SavedView> {
  const row = await readableBy(reader, agentId).where('view.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('view.not-found', { id })
  return viewOf(row)
}
