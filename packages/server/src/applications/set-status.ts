import type { ApplicationStatus } from '@parley/core/api/applications'
import { statusChange, submittedAfter } from '@parley/core/rules/application'
import { sql } from 'kysely'
import { type Tx, type Writer, write } from '../db/write.ts'
import { type ApplicationEdit, lockApplication, refuseStale, sameClientId } from './lock.ts'

/** A status that an agent sets. */
export interface StatusEdit {
  readonly status: ApplicationStatus
  readonly notes?: string | undefined
  readonly version?: number | undefined
  readonly client_change_id?: string | undefined
}

/**
 * Sets a status, any from any, and adds it to the history, also when it is the one there is. The same client id again
 * changes nothing.
 * @throws Refusal application.not-found, application.same-client-id, application.stale
 */
export const setApplicationStatus = (
  writer: Writer,
  { kind, id, caller }: ApplicationEdit,
  edit: StatusEdit,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const row = await lockApplication(tx, kind, id)
    const now = writer.now()
    const { to_status, notes } = statusChange(row.status, edit, null, now)
    if (await isSetAlready(tx, id, caller.agentId, { ...edit, notes })) return
    await refuseStale(tx, row, edit.version)
    const inserted = await tx
      .insertInto('application_status_changes')
      .values({
        application_id: id,
        from_status: row.status,
        to_status,
        notes,
        agent_id: caller.agentId,
        client_change_id: edit.client_change_id ?? null,
        at: now,
      })
      // The lock is on this application; the same client id may be on its way into another.
      .onConflict(conflict => conflict.columns(['agent_id', 'client_change_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted === undefined) throw sameClientId('client_change_id')
    const submitted = submittedAfter(row.submitted_at?.toISOString() ?? null, to_status, now)
    await tx
      .updateTable('applications')
      .set({
        status: to_status,
        submitted_at: submitted === null ? null : new Date(submitted),
        updated_at: now,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', id)
      .execute()
    emit({ noun: 'application', id, kind: 'changed' })
  })

/** Whether this click was carried out before. */
async function isSetAlready(
  tx: Tx,
  id: number,
  agentId: number,
  edit: {
    readonly status: string
    readonly notes: string | null
    readonly client_change_id?: string | undefined
  },
): Promise<boolean> {
  if (edit.client_change_id === undefined) return false
  const earlier = await tx
    .selectFrom('application_status_changes')
    .select(['application_id', 'to_status', 'notes'])
    .where('agent_id', '=', agentId)
    .where('client_change_id', '=', edit.client_change_id)
    .executeTakeFirst()
  if (earlier === undefined) return false
  const isSame =
    earlier.application_id === id && earlier.to_status === edit.status && earlier.notes === edit.notes
  if (!isSame) throw sameClientId('client_change_id')
  return true
}
