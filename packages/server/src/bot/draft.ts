import { sql } from 'kysely'
import { applicationOf, type ApplicationSource } from '@parley/bot/form/application'
import { migrateForm } from '@parley/bot/form/migrate'
import { filesOf, neededDocuments } from '@parley/bot/form/next'
import type { FormState } from '@parley/bot/form/state'
import type { ApplicationKind, ApplicationStatus, Provenance } from '@parley/core/applications/application'
import { formNames } from '@parley/core/applications/form'
import { applicationNumber } from '@parley/core/applications/rules'
import { ApiError } from '@parley/core/errors'
import type { AgentId } from '@parley/core/ids'
import { type ApplicationEdit, lockApplication, type LockedApplication } from '../applications/actions.ts'
import { broughtBy, keptSources, type MessageSource, tellAgents } from '../applications/documents.ts'
import { statement } from '../db/connection/statement.ts'
import type { Tx, TxContext } from '../db/write.ts'
import { idOf } from '../http/ids.ts'

/** An application that a customer fills in by chat. */
export interface Draft {
  readonly applicationId: number
  readonly number: string
  readonly state: FormState
}

/** The conversation of a form, and its customer. */
export interface Place {
  readonly id: number
  readonly customer_id: number
  readonly customer_name: string | null
  readonly customer_phone: string | null
}

/** Whether a form takes answers, now or once the customer goes on with it. */
export const isOpen = ({ status }: FormState): boolean => status === 'asking' || status === 'paused'

interface DraftRow {
  readonly kind: ApplicationKind
  readonly id: number
  readonly state: unknown
}

// Locks both rows: with one lock the other row would be read as it was before a concurrent edit.
const newestOpen = statement<DraftRow>(
  'bot_open_draft',
  `select a.kind, a.id, d.state from application_drafts d join applications a on a.id = d.application_id
   where a.customer_id = $1::bigint and a.status = 'DRAFT' and d.state->>'status' in ('asking', 'paused')
   order by d.is_asked desc, d.updated_at desc, a.id desc limit 1 for no key update of a, d`,
)

/**
 * Finds and locks the newest form that a customer has begun and not submitted, in any conversation. Forms that only an agent has
 * begun come last. Null: there is none, or its version is unreadable.
 */
export async function openDraftOf(tx: Tx, customerId: number, now: Date): Promise<Draft | null> {
  const [row] = await newestOpen(tx, [customerId])
  const state = row === undefined ? null : migrateForm(row.state, now)
  if (row === undefined || state === null) return null
  return { applicationId: row.id, number: applicationNumber(row), state }
}

/**
 * Stores a form after a turn, in the transaction that queues the next question. Agents see the draft from the first question on.
 * A submitted form waits for agents, or for missing documents.
 */
export async function keepForm(
  context: TxContext,
  place: Place,
  { draft, form }: { readonly draft: Draft | null; readonly form: FormState },
): Promise<void> {
  const isNew = draft === null || draft.state.started_at !== form.started_at
  const id = isNew ? await begin(context, place, form, null) : draft.applicationId
  await fill(context, place, id, form)
  await keepState(context, id, form)
  if (form.status === 'cancelled') await note(context, id, 'DRAFT', 'The customer cancelled it in the chat.')
  if (form.status === 'submitted') await submit(context, place, id, form)
  context.publish({ noun: 'application', id, kind: isNew ? 'created' : 'changed' })
}

/**
 * Creates an empty draft. @returns its id
 * @param agentId null: the customer began it
 */
export async function begin(
  { tx, publish, now }: TxContext,
  place: Place,
  form: FormState,
  agentId: number | null,
): Promise<number> {
  const { type, name } = formNames[form.kind]
  const { id } = await tx
    .insertInto('applications')
    .values({
      kind: form.kind,
      customer_id: place.customer_id,
      conversation_id: place.id,
      form_type: type,
      form_name: name,
      status: 'DRAFT',
      customer_name: nameOf(place),
      customer_phone: place.customer_phone,
      verification_flags: '{}',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('application_forms')
    .values({ application_id: id, form_data: '{}', provenance: '{}' })
    .execute()
  await tx
    .insertInto('application_status_changes')
    .values({ application_id: id, to_status: 'DRAFT', agent_id: agentId, at: now })
    .execute()
  // The conversation's row shows its number.
  publish({ noun: 'conversation', id: place.id, kind: 'changed' })
  return id
}

/** Copies a form into its application: the answers, the source of each, and the columns of lists. */
export async function fill({ tx, now }: TxContext, place: Place, id: number, form: FormState): Promise<void> {
  const filled = applicationOf(form)
  const { customer } = filled
  await tx
    .updateTable('applications')
    .set({
      customer_name: customer.name ?? nameOf(place),
      customer_phone: customer.phone_number ?? place.customer_phone,
      customer_email: customer.email,
      customer_id_number: customer.id_number,
      policy_type: filled.kind === 'lib' ? filled.form_data.policy_details.policy_type : null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  const people = await agentsOf(tx, filled.provenance)
  const provenance = Object.fromEntries(
    Object.entries(filled.provenance).map(([path, source]) => [path, provenanceOf(source, people)]),
  )
  await tx
    .updateTable('application_forms')
    .set({ form_data: JSON.stringify(filled.form_data), provenance: keptSources(provenance) })
    .where('application_id', '=', id)
    .execute()
}

/** Stores the state of a form that the bot asks the customer for from now on. */
export async function keepState({ tx, now }: TxContext, id: number, form: FormState): Promise<void> {
  await sql`insert into application_drafts (application_id, state, updated_at)
    values (${id}, ${JSON.stringify(form)}::jsonb, ${now})
    on conflict (application_id) do update
      set state = excluded.state, updated_at = excluded.updated_at, is_asked = true`.execute(tx)
}

type People = ReadonlyMap<string, NonNullable<Provenance['agent']>>

/** The agents who filled in some of the form. */
async function agentsOf(tx: Tx, provenance: Readonly<Record<string, ApplicationSource>>): Promise<People> {
  const ids = new Set(Object.values(provenance).flatMap(({ agent_id: id }) => (id === null ? [] : [id])))
  if (ids.size === 0) return new Map()
  const rows = await tx
    .selectFrom('agents')
    .select(['id', 'name'])
    .where('id', 'in', [...ids].map(Number))
    .execute()
  return new Map(rows.map(({ id, name }) => [String(id), { id: String(id) as AgentId, name }]))
}

const nameOf = ({ customer_name: name, customer_phone: phone }: Place): string => name ?? phone ?? 'Customer'

const provenanceOf = (
  { source, at, message_id, agent_id: agentId }: ApplicationSource,
  people: People,
): MessageSource => ({
  source,
  at,
  message_id: message_id as Provenance['message_id'],
  document_id: null,
  agent: agentId === null ? null : (people.get(agentId) ?? null),
})

const note = ({ tx, now }: TxContext, id: number, to: ApplicationStatus, notes: string | null) =>
  tx
    .insertInto('application_status_changes')
    .values({ application_id: id, from_status: 'DRAFT', to_status: to, notes, at: now })
    .execute()

async function submit(context: TxContext, place: Place, id: number, form: FormState): Promise<void> {
  const { tx, now } = context
  const isWhole = neededDocuments(form).every(type => filesOf(form, type) > 0)
  const to = isWhole ? 'SUBMITTED' : 'PENDING_DOCUMENTS'
  await note(context, id, to, null)
  await tx
    .updateTable('applications')
    .set({ status: to, submitted_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  for (const [position, { attachment_id: file, message_id: message, at, type }] of form.documents.entries()) {
    const attachmentId = idOf(file)
    if (attachmentId === null) continue
    await tx.updateTable('attachments').set({ document_type: type }).where('id', '=', attachmentId).execute()
    await tx
      .insertInto('application_documents')
      .values({ application_id: id, attachment_id: attachmentId, position })
      .execute()
    const source = broughtBy(Number(message), attachmentId, new Date(at))
    await sql`update application_forms
      set provenance = provenance || ${keptSources({ [`attachments.${attachmentId}`]: source })}
      where application_id = ${id}`.execute(tx)
  }
  const rest = isWhole ? '' : '; documents are still missing'
  const told = `${applicationNumber({ kind: form.kind, id })}, ${formNames[form.kind].name}${rest}`
  const message = `${place.customer_name ?? 'A customer'} sent in ${told}`
  await tellAgents(context, place.id, { title: 'New application', message })
}

/** A form that takes answers, with its application locked. */
export interface OpenDraft {
  readonly application: LockedApplication
  readonly form: FormState
  /** The conversation in which it was begun. */
  readonly place: Place
}

/**
 * Locks an application whose form is neither submitted nor cancelled.
 * @throws ApiError application.not-found, application.takes-no-fields, customer.erased
 */
export async function lockDraft(
  { tx, now }: TxContext,
  { kind, id }: Pick<ApplicationEdit, 'kind' | 'id'>,
): Promise<OpenDraft> {
  const application = await lockApplication(tx, kind, id)
  // Read after the lock, so that it includes the bot's last turn.
  const draft = await tx
    .selectFrom('application_drafts')
    .select('state')
    .where('application_id', '=', id)
    .executeTakeFirst()
  const form = application.status === 'DRAFT' ? migrateForm(draft?.state, now) : null
  if (form === null || !isOpen(form)) throw new ApiError('application.takes-no-fields')
  const customer = await tx
    .selectFrom('customers')
    .select(['name', 'phone'])
    .where('id', '=', application.customer_id)
    .executeTakeFirstOrThrow()
  const place = {
    id: application.conversation_id,
    customer_id: application.customer_id,
    customer_name: customer.name,
    customer_phone: customer.phone,
  }
  return { application, form, place }
}
