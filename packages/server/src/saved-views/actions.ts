import { type Asker, requirePermission } from '@parley/core/access/rules'
import { ApiError } from '@parley/core/errors'
import type { SavedFilter } from '@parley/core/saved-views/api'
import { viewLimits, type ViewScope } from '@parley/core/saved-views/constants'
import { isSameFilter } from '@parley/core/saved-views/rules'
import { sql } from 'kysely'
import { refuseBeyond } from '../db/row-limit.ts'
import { type Publish, type Tx, type Writer, write } from '../db/write.ts'

/** The editing agent, and their role's permissions. */
interface Editor {
  readonly agentId: number
  readonly asker: Asker
}

/** The caller has checked that the agent may save a shared one. */
interface NewView {
  readonly name: string
  readonly scope: ViewScope
  readonly filter: SavedFilter
  readonly agentId: number
}

/**
 * Saves a view and returns its id. The same name and filter again return the existing view's: its answer was lost.
 * @throws ApiError view.taken, view.too-many
 */
export const saveView = (writer: Writer, { name, scope, filter, agentId }: NewView): Promise<number> =>
  write(writer, async ({ tx, publish }) => {
    await lockViews(tx)
    const ownerId = scope === 'own' ? agentId : null
    const other = await viewNamed(tx, ownerId, name)
    if (other !== undefined) {
      if (other.name === name && isSameFilter(other.filter as SavedFilter, filter)) return other.id
      throw taken(other.name)
    }
    await refuseBeyond(tx, viewLimits[scope], 'view.too-many', sql`saved_views where ${ofOwner(ownerId)}`)
    const { id } = await tx
      .insertInto('saved_views')
      .values({ owner_id: ownerId, name, filter: JSON.stringify(filter) })
      .returning('id')
      .executeTakeFirstOrThrow()
    tellOfViews(publish, ownerId)
    return id
  })

/** The changes of one edit; an absent field stays. */
interface ViewChange {
  readonly name?: string | undefined
  readonly filter?: SavedFilter | undefined
}

/**
 * Renames a view or replaces its filter. There is no version: the last edit wins.
 * @throws ApiError view.not-found, session.forbidden, view.taken
 */
export const changeView = (
  writer: Writer,
  id: number,
  { name, filter }: ViewChange,
  by: Editor,
): Promise<void> =>
  write(writer, async ({ tx, publish }) => {
    const row = await lockView(tx, id, by)
    const next = name ?? row.name
    const other = await viewNamed(tx, row.owner_id, next)
    if (other !== undefined && other.id !== id) throw taken(other.name)
    await tx
      .updateTable('saved_views')
      .set({ name: next, ...(filter !== undefined && { filter: JSON.stringify(filter) }) })
      .where('id', '=', id)
      .execute()
    tellOfViews(publish, row.owner_id)
  })

/** @throws ApiError view.not-found, session.forbidden */
export const removeView = (writer: Writer, id: number, by: Editor): Promise<void> =>
  write(writer, async ({ tx, publish }) => {
    const row = await lockView(tx, id, by)
    await tx.deleteFrom('saved_views').where('id', '=', id).execute()
    tellOfViews(publish, row.owner_id)
  })

/** A shared one is published to all agents, an agent's own to that agent. */
export const tellOfViews = (publish: Publish, ownerId: number | null): void =>
  publish({ noun: 'saved-views', id: 0, kind: 'changed', ...(ownerId !== null && { agentId: ownerId }) })

/** The key of an advisory lock. */
const lockKey = 7_270_155

/** Before any row: edits of saved views run one at a time, so that limits and names hold. */
const lockViews = (tx: Tx) => sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)

/** @throws ApiError view.not-found, for another agent's own too, session.forbidden */
async function lockView(tx: Tx, id: number, by: Editor) {
  await lockViews(tx)
  const row = await tx
    .selectFrom('saved_views')
    .selectAll()
    .where('id', '=', id)
    .where(eb => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', by.agentId)]))
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new ApiError('view.not-found', { id })
  if (row.owner_id === null) requirePermission(by.asker, 'shared-views')
  return row
}

/** One agent's own; null: the shared ones. */
const ofOwner = (ownerId: number | null) => sql<boolean>`coalesce(owner_id, 0) = ${ownerId ?? 0}::bigint`

/** The owner's view of this name, in any case. */
const viewNamed = (tx: Tx, ownerId: number | null, name: string) =>
  tx
    .selectFrom('saved_views')
    .select(['id', 'name', 'filter'])
    .where(ofOwner(ownerId))
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()

/** The name of another view. */
const taken = (name: string) =>
  new ApiError('view.taken', { name }, { name: 'is already the name of another view' })
