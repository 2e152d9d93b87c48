import type { Application, ApplicationStatus } from '@parley/core/applications/application'
import { type ToldStatus, statusNotice } from '@parley/bot/notices'
import { applicationNumber, isNews, statusChange, submittedAfter } from '@parley/core/applications/rules'
import { missingDocuments } from '@parley/core/applications/checklist'
import { approves, despitePoints, type PointName } from '@parley/core/applications/open-points'
import { sql } from 'kysely'
import { record } from '../audit/record.ts'
import { madeBefore, madeNow } from '../db/once.ts'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { type ApplicationEdit, lockApplication, refuseStale, sameClientId } from './lock.ts'
import { applicationsById } from './queries.ts'
import { conversationToTell, type Outcome, type Told, tellCustomer } from './tell-customer.ts'

/** A status that an agent sets. */
export interface StatusEdit {
  readonly status: ApplicationStatus
  readonly notes?: string | undefined
  /** Whether the customer is told, where it is something to tell. */
  readonly tell_customer: boolean
  /** What they are told beside. */
  readonly customer_words?: string | undefined
  /** The open points that it is approved despite. */
  readonly despite?: readonly PointName[] | undefined
  readonly version?: number | undefined
  readonly client_change_id?: string | undefined
}

/**
 * Sets a status, any from any, and adds it to the history, also when it is the one there is. The same client id again
 * changes nothing. To approve it, whoever does has seen what stands open, which goes on record with it.
 * @throws Refusal application.not-found, application.same-client-id, application.stale with `current`,
 *   application.points-open with `current`
 */
export const setApplicationStatus = (
  writer: Writer,
  { kind, id, caller }: ApplicationEdit,
  edit: StatusEdit,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    const place = await conversationToTell(tx, { kind, id }, now)
    const row = await lockApplication(tx, kind, id)
    const { to_status, notes } = statusChange(
      row.status,
      { status: edit.status, notes: edit.notes },
      null,
      now,
    )
    if ((await madeBefore(clickOf(tx, id, caller.agentId, edit, notes))) !== null) return
    await refuseStale(tx, row, edit.version)
    const despite = approves(row, to_status) ? despitePoints(await whole(tx, id), edit, now) : []
    const outcome = isNews(row.status, to_status)
      ? await tell(tx, emit, { id, to: to_status, place, edit }, now)
      : null
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
      // The lock is on this application; the same client id may be on its way into another.
      .onConflict(conflict => conflict.columns(['agent_id', 'client_change_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    madeNow(inserted, refusal)
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
    const entry = { action: 'application.status', noun: 'application', objectId: id } as const
    // By its names: the sentences may have words of the customer.
    const open = despite.map(({ code, field }) => ({ code, field }))
    const after = { status: to_status, ...(open.length > 0 && { despite: open }) }
    await record(tx, caller, { ...entry, before: { status: row.status }, after }, now)
    emit({ noun: 'application', id, kind: 'changed' })
  })

interface News {
  readonly id: number
  readonly to: ApplicationStatus
  readonly place: Told | null
  readonly edit: StatusEdit
}

async function tell(tx: Tx, emit: Emit, { id, to, place, edit }: News, now: Date): Promise<Outcome> {
  if (!edit.tell_customer) return { not: 'not-wanted' }
  const application = await whole(tx, id)
  const number = applicationNumber(application)
  const news = {
    kind: application.kind,
    number,
    status: to as ToldStatus,
    missing: missingDocuments(application),
    added: edit.customer_words?.trim() || null,
  }
  return tellCustomer(tx, emit, place, { number, text: language => statusNotice(news, language) }, now)
}

async function whole(tx: Tx, id: number): Promise<Application> {
  const application = (await applicationsById(tx, [id])).get(id)
  if (application === undefined) throw new Error(`Application ${id} is locked and gone`)
  return application
}

const refusal = sameClientId('client_change_id')

const clickOf = (tx: Tx, id: number, agentId: number, edit: StatusEdit, notes: string | null) => ({
  clientId: edit.client_change_id,
  find: (clientId: string) =>
    tx
      .selectFrom('application_status_changes')
      .select(['application_id', 'to_status', 'notes'])
      .where('agent_id', '=', agentId)
      .where('client_change_id', '=', clientId)
      .executeTakeFirst(),
  isSame: (made: { application_id: number; to_status: string; notes: string | null }) =>
    made.application_id === id && made.to_status === edit.status && made.notes === notes,
  refusal,
})
