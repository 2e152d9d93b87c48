import { type ToldStatus, statusNotice } from '@parley/bot/notices'
import type { AddApplicationNoteBody, SetApplicationStatusBody } from '@parley/core/applications/api'
import type { ApplicationKind, ApplicationStatus } from '@parley/core/applications/application'
import { missingDocuments } from '@parley/core/applications/checklist'
import { verificationFlags } from '@parley/core/applications/constants'
import { approves, despitePoints } from '@parley/core/applications/open-points'
import {
  applicationNotFound,
  applicationNumber,
  changedFlags,
  type FlagEdit,
  isNews,
  statusChange,
  submittedAfter,
} from '@parley/core/applications/rules'
import { ApiError } from '@parley/core/errors'
import { type Selectable, sql } from 'kysely'
import type * as z from 'zod'
import { record } from '../audit/record.ts'
import type { ApplicationsTable } from '../db/database.ts'
import { findExisting, insertOrConflict } from '../db/once.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { applicationById, flagsOf } from './queries.ts'
import { conversationToTell, type Outcome, type Told, tellCustomer } from './tell-customer.ts'

/** The application that a caller edits. */
export interface ApplicationEdit {
  readonly kind: ApplicationKind
  readonly id: number
  readonly caller: Caller
}

type StatusEdit = z.output<typeof SetApplicationStatusBody>

/** The client id names another change. */
const sameClientId = (name: string) => () => new ApiError('application.same-client-id', { name })

const sameChangeId = sameClientId('client_change_id')

/**
 * Sets a status, any from any, and adds it to the history, even the present one. The same client id again changes nothing.
 * An approval names the open points, and the history keeps them.
 * @throws ApiError application.not-found, application.same-client-id, application.stale with `current`,
 *   application.points-open with `current`
 */
export const setApplicationStatus = (
  writer: Writer,
  { kind, id, caller }: ApplicationEdit,
  edit: StatusEdit,
): Promise<void> =>
  write(writer, async context => {
    const { tx, publish, now } = context
    const place = await conversationToTell(context, { kind, id })
    const row = await lockApplication(tx, kind, id)
    const { to_status, notes } = statusChange(
      row.status,
      { status: edit.status, notes: edit.notes },
      null,
      now,
    )
    const made = await findExisting({
      clientId: edit.client_change_id,
      find: clientId =>
        tx
          .selectFrom('application_status_changes')
          .select(['application_id', 'to_status', 'notes'])
          .where('agent_id', '=', caller.agentId)
          .where('client_change_id', '=', clientId)
          .executeTakeFirst(),
      isSame: one => one.application_id === id && one.to_status === edit.status && one.notes === notes,
      conflictError: sameChangeId,
    })
    if (made !== null) return
    await refuseStale(tx, row, edit.version)
    const despite = approves(row, to_status)
      ? despitePoints(await applicationById(tx, kind, id), edit, now)
      : []
    const outcome = isNews(row.status, to_status) ? await tell(context, { kind, id }, place, edit) : null
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
        told_message_id: outcome !== null && 'messageId' in outcome ? outcome.messageId : null,
        untold: outcome !== null && 'not' in outcome ? outcome.not : null,
        despite: despite.length === 0 ? null : JSON.stringify(despite),
      })
      // Only this application is locked: another transaction may insert the same client id for another one.
      .onConflict(conflict => conflict.columns(['agent_id', 'client_change_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    insertOrConflict(inserted, sameChangeId)
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
    // Names only: the sentences may quote the customer.
    const open = despite.map(({ code, field }) => ({ code, field }))
    const after = { status: to_status, ...(open.length > 0 && { despite: open }) }
    await record(context, caller, 'application.status', id, { before: { status: row.status }, after })
    publish({ noun: 'application', id, kind: 'changed' })
  })

async function tell(
  context: TxContext,
  { kind, id }: Pick<ApplicationEdit, 'kind' | 'id'>,
  place: Told | null,
  edit: StatusEdit,
): Promise<Outcome> {
  if (!edit.tell_customer) return { not: 'not-wanted' }
  const application = await applicationById(context.tx, kind, id)
  const number = applicationNumber(application)
  const news = {
    kind,
    number,
    status: edit.status as ToldStatus,
    missing: missingDocuments(application),
    added: edit.customer_words?.trim() || null,
  }
  return tellCustomer(context, place, { number, text: language => statusNotice(news, language) })
}

/**
 * Sets verification flags, with the agent on record; an absent flag stays. An edit without a change is accepted with any
 * version.
 * @throws ApiError application.not-found, application.stale
 */
export const setApplicationFlags = (
  writer: Writer,
  { kind, id, caller }: ApplicationEdit,
  edit: FlagEdit,
  version: number | undefined,
): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    const row = await lockApplication(tx, kind, id)
    const flags = flagsOf(row, verificationFlags[kind])
    const changed = changedFlags(flags, edit)
    if (changed.length === 0) return
    await refuseStale(tx, row, version)
    const at = context.now
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
    const after = Object.fromEntries(changed.map(({ flag, value }) => [flag, value]))
    const before = Object.fromEntries(changed.map(({ flag, value }) => [flag, !value]))
    await record(context, caller, 'application.flags', id, { before, after })
    publish({ noun: 'application', id, kind: 'changed' })
  })

const sameNoteId = sameClientId('client_note_id')

/**
 * Adds a note. The same client id again adds nothing. The version stays, so that a note makes nobody's edit stale.
 * @throws ApiError application.not-found, application.same-client-id
 */
export const addNote = (
  writer: Writer,
  { kind, id, caller: { agentId } }: ApplicationEdit,
  note: z.output<typeof AddApplicationNoteBody>,
): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    await lockApplication(tx, kind, id)
    const { content } = note
    const made = await findExisting({
      clientId: note.client_note_id,
      find: clientId =>
        tx
          .selectFrom('application_notes')
          .select(['application_id', 'content'])
          .where('agent_id', '=', agentId)
          .where('client_note_id', '=', clientId)
          .executeTakeFirst(),
      isSame: one => one.application_id === id && one.content === content,
      conflictError: sameNoteId,
    })
    if (made !== null) return
    const { now } = context
    const inserted = await tx
      .insertInto('application_notes')
      .values({
        application_id: id,
        agent_id: agentId,
        content,
        client_note_id: note.client_note_id ?? null,
        at: now,
      })
      .onConflict(conflict => conflict.columns(['agent_id', 'client_note_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    insertOrConflict(inserted, sameNoteId)
    await tx.updateTable('applications').set({ updated_at: now }).where('id', '=', id).execute()
    publish({ noun: 'application', id, kind: 'changed' })
  })

export type LockedApplication = Selectable<ApplicationsTable> & { readonly status: ApplicationStatus }

/**
 * Locks an application: its edits run one at a time. Under it only the event sequence may be locked.
 * @throws ApiError application.not-found, also for one of the other kind; customer.erased
 */
export async function lockApplication(tx: Tx, kind: ApplicationKind, id: number): Promise<LockedApplication> {
  const row = await tx
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw applicationNotFound(kind)
  const customer = await tx
    .selectFrom('customers')
    .select('erased_at')
    .where('id', '=', row.customer_id)
    .executeTakeFirst()
  if (customer?.erased_at !== null) throw new ApiError('customer.erased')
  return { ...row, status: row.status as ApplicationStatus }
}

/**
 * Refuses an edit of an older version. An edit without a version is accepted.
 * @throws ApiError application.stale with `current`
 */
export async function refuseStale(
  tx: Tx,
  { id, kind, version }: LockedApplication,
  based: number | undefined,
): Promise<void> {
  if (based === undefined || based === version) return
  const current = await applicationById(tx, kind as ApplicationKind, id)
  throw new ApiError('application.stale', {}, undefined, { current })
}
