import type { ApplicationKind, ApplicationStatus } from '@parley/core/api/applications'
import { Refusal } from '@parley/core/errors'
import { changedFlags, type FlagEdit, statusChange, submittedAfter } from '@parley/core/rules/application'
import { verificationFlags } from '@parley/core/words/applications'
import { sql } from 'kysely'
import { type Tx, type Writer, write } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { lockApplication, refuseStale } from './lock.ts'
import { flagsOf } from './queries.ts'

/** Which application, and who edits it. */
export interface Target {
  readonly kind: ApplicationKind
  readonly id: number
  readonly caller: Caller
}

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
export const setStatus = (writer: Writer, { kind, id, caller }: Target, edit: StatusEdit): Promise<void> =>
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

const sameClientId = (name: string): Refusal => new Refusal('application.same-client-id', { name })

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

/** A note that an agent writes; not blank. */
export interface NewNote {
  readonly content: string
  readonly client_note_id?: string | undefined
}

/**
 * Adds a note. The same client id again adds nothing. The version stays, so that a note refuses nobody's edit.
 * @throws Refusal application.not-found, application.same-client-id
 */
export const addNote = (writer: Writer, { kind, id, caller }: Target, note: NewNote): Promise<void> =>
  write(writer, async (tx, emit) => {
    await lockApplication(tx, kind, id)
    if (await isNotedAlready(tx, id, caller.agentId, note)) return
    const now = writer.now()
    const inserted = await tx
      .insertInto('application_notes')
      .values({
        application_id: id,
        agent_id: caller.agentId,
        content: note.content,
        client_note_id: note.client_note_id ?? null,
        at: now,
      })
      .onConflict(conflict => conflict.columns(['agent_id', 'client_note_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted === undefined) throw sameClientId('client_note_id')
    await tx.updateTable('applications').set({ updated_at: now }).where('id', '=', id).execute()
    emit({ noun: 'application', id, kind: 'changed' })
  })

async function isNotedAlready(tx: Tx, id: number, agentId: number, note: NewNote): Promise<boolean> {
  if (note.client_note_id === undefined) return false
  const earlier = await tx
    .selectFrom('application_notes')
    .select(['application_id', 'content'])
    .where('agent_id', '=', agentId)
    .where('client_note_id', '=', note.client_note_id)
    .executeTakeFirst()
  if (earlier === undefined) return false
  if (earlier.application_id !== id || earlier.content !== note.content) throw sameClientId('client_note_id')
  return true
}

/**
 * Sets what is verified, and records who did; flags that are not named stay. What is so already changes nothing, whatever it was based on.
 * @throws Refusal application.not-found, application.stale
 */
export const setFlags = (
  writer: Writer,
  { kind, id, caller }: Target,
  edit: FlagEdit,
  version: number | undefined,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const row = await lockApplication(tx, kind, id)
    const flags = flagsOf(row, verificationFlags[kind])
    const changed = changedFlags(flags, edit)
    if (changed.length === 0) return
    await refuseStale(tx, row, version)
    const at = writer.now()
    await tx
      .insertInto('application_flag_changes')
      .values(changed.map(one => ({ ...one, application_id: id, agent_id: caller.agentId, at })))
      .execute()
    await tx
      .updateTable('applications')
      .set({
        verification_flags: JSON.stringify({ ...flags, ...edit }),
        updated_at: at,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', id)
      .execute()
    emit({ noun: 'application', id, kind: 'changed' })
  })
