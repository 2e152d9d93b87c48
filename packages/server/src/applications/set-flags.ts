import { changedFlags, type FlagEdit } from '@parley/core/applications/rules'
import { verificationFlags } from '@parley/core/applications/constants'
import { sql } from 'kysely'
import { record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'
import { type ApplicationEdit, lockApplication, refuseStale } from './lock.ts'
import { flagsOf } from './queries.ts'

/**
 * Sets what is verified, and records who did; flags that are not named stay. What is so already changes nothing, whatever it was based on.
 * @throws Refusal application.not-found, application.stale
 */
export const setApplicationFlags = (
  writer: Writer,
  { kind, id, caller }: ApplicationEdit,
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
    const entry = { action: 'application.flags', noun: 'application', objectId: id } as const
    const after = Object.fromEntries(changed.map(({ flag, value }) => [flag, value]))
    const before = Object.fromEntries(changed.map(({ flag, value }) => [flag, !value]))
    await record(tx, caller, { ...entry, before, after }, at)
    emit({ noun: 'application', id, kind: 'changed' })
  })
