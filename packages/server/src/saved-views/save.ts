import type { SavedFilter } from '@parley/core/saved-views/api'
import { Refusal } from '@parley/core/errors'
import { isSameFilter } from '@parley/core/saved-views/rules'
import { viewLimits, type ViewScope } from '@parley/core/saved-views/constants'
import { sql } from 'kysely'
import { type Tx, type Writer, write } from '../db/write.ts'
import { oneViewAtATime, taken, tellOfViews, viewNamed } from './hold.ts'

/** What is saved, and by whom. Who saves a shared one has the right to it. */
export interface NewView {
  readonly name: string
  readonly scope: ViewScope
  readonly filter: SavedFilter
  readonly agentId: number
}

/**
 * Saves a view. The same name and filter again answer the one that was made: its answer was lost. Answers its id.
 * @throws Refusal view.taken, view.too-many
 */
export const saveView = (writer: Writer, { name, scope, filter, agentId }: NewView): Promise<number> =>
  write(writer, async (tx, emit) => {
    await oneViewAtATime(tx)
    const ownerId = scope === 'own' ? agentId : null
    const other = await viewNamed(tx, ownerId, name)
    if (other !== undefined) {
      if (other.name === name && isSameFilter(other.filter as SavedFilter, filter)) return other.id
      throw taken(other.name)
    }
    await refuseTooMany(tx, scope, ownerId)
    const { id } = await tx
      .insertInto('saved_views')
      .values({ owner_id: ownerId, name, filter: JSON.stringify(filter) })
      .returning('id')
      .executeTakeFirstOrThrow()
    tellOfViews(emit, ownerId)
    return id
  })

/** So that all of them fit into one answer, and one menu. */
async function refuseTooMany(tx: Tx, scope: ViewScope, ownerId: number | null): Promise<void> {
  const { count } = await tx
    .selectFrom('saved_views')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<boolean>`coalesce(owner_id, 0) = ${ownerId ?? 0}::bigint`)
    .executeTakeFirstOrThrow()
  const most = viewLimits[scope]
  if (count >= most) throw new Refusal('view.too-many', { most })
}
