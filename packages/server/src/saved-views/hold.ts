import { Refusal } from '@parley/core/errors'
import { type Asker, requirePermission } from '@parley/core/access/rules'
import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

/** Who edits, and what their role lets them do. */
export interface Editor {
  readonly agentId: number
  readonly asker: Asker
}

/** An advisory lock of our own: one edit of saved views at a time, so that each sees what the one before it did. */
const lockKey = 7_270_155

/** Before any row. */
export const oneViewAtATime = (tx: Tx) => sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)

/**
 * The row that is edited; whose it is has been looked at.
 * @throws Refusal view.not-found, for another agent's own too, session.forbidden
 */
export async function heldView(tx: Tx, id: number, by: Editor) {
  const row = await tx
    .selectFrom('saved_views')
    .selectAll()
    .where('id', '=', id)
    .where(eb => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', by.agentId)]))
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('view.not-found', { id })
  if (row.owner_id === null) requirePermission(by.asker, 'shared-views')
  return row
}

/** Whoever is signed in is told of shared ones, and of an own one its agent alone. */
export const tellOfViews = (emit: Emit, ownerId: number | null): void =>
  emit({ noun: 'saved-views', id: 0, kind: 'changed', ...(ownerId !== null && { agentId: ownerId }) })

/** The view of this name, of the same agent or of the shared ones; capitals tell no two apart. */
export const viewNamed = (tx: Tx, ownerId: number | null, name: string) =>
  tx
    .selectFrom('saved_views')
    .select(['id', 'name', 'filter'])
    .where(sql<boolean>`coalesce(owner_id, 0) = ${ownerId ?? 0}::bigint`)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()

/** Another view has the name. */
export const taken = (name: string) =>
  new Refusal('view.taken', { name }, { name: 'is that of another view already' })
