import { Refusal } from '@parley/core/errors'
import { type Asker, requirePermission } from '@parley/core/access/rules'
import { sql } from 'kysely'
import type { Doer } from '../audit/record.ts'
import type { Emit, Tx } from '../db/write.ts'
import { cannedReply } from './queries.ts'

/** Who edits, and what their role lets them do. */
export interface Editor extends Doer {
  readonly agentId: number
  readonly asker: Asker
}

/** Which canned reply is edited, and the version that the editor saw. */
export interface Edit {
  readonly id: number
  readonly version: number
  readonly by: Editor
}

/** An advisory lock of our own: one edit of canned replies at a time, so that each sees what the one before it did. */
const lockKey = 7_270_153

/** Before any row. */
export const oneAtATime = (tx: Tx) => sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)

/**
 * The row that is edited; whose it is has been looked at.
 * @throws Refusal reply.not-found, for another agent's own too, session.forbidden
 */
export async function heldReply(tx: Tx, { id, by }: Omit<Edit, 'version'>) {
  const row = await tx
    .selectFrom('canned_replies')
    .selectAll()
    .where('id', '=', id)
    .where(eb => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', by.agentId)]))
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('reply.not-found', { id })
  if (row.owner_id === null) requirePermission(by.asker, 'shared-replies')
  return row
}

/** @throws Refusal reply.changed, with the canned reply as it is, where the editor saw another version */
export async function refuseStaleReply(tx: Tx, { id, version, by }: Edit, held: number): Promise<void> {
  if (held === version) return
  throw new Refusal('reply.changed', {}, undefined, { current: await cannedReply(tx, by.agentId, id) })
}

/** Whoever is signed in is told of shared ones, and of an own one its agent alone. */
export const tell = (emit: Emit, ownerId: number | null): void =>
  emit({ noun: 'canned-replies', id: 0, kind: 'changed', ...(ownerId !== null && { agentId: ownerId }) })

/** @throws Refusal reply.taken where another one of the same agent, or of the shared ones, has the shortcut */
export async function refuseTakenShortcut(
  tx: Tx,
  {
    id,
    ownerId,
    shortcut,
  }: { readonly id: number | null; readonly ownerId: number | null; readonly shortcut: string },
): Promise<void> {
  const other = await tx
    .selectFrom('canned_replies')
    .select(['id', 'title'])
    .where(sql<boolean>`coalesce(owner_id, 0) = ${ownerId ?? 0}::bigint`)
    .where('shortcut', '=', shortcut)
    .executeTakeFirst()
  if (other === undefined || other.id === id) return
  const { title } = other
  throw new Refusal('reply.taken', { shortcut, title }, { shortcut: `is that of “${title}” already` })
}
