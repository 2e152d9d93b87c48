import type {
  ApplicationKind,
  ApplicationStatus,
  IppForm,
  LibForm,
} from '@parley/core/applications/application'
import { ippForm, libForm } from '@parley/core/application.fixture'
import { formNames } from '@parley/core/applications/form'
import { type Writer, write } from '../../src/db/write.ts'

/** The fields of a test's application; others come from the fixtures. */
export interface NewApplication {
  readonly kind: ApplicationKind
  readonly conversationId: string
  readonly status?: ApplicationStatus
  readonly createdAt?: Date
  readonly submittedAt?: Date | null
  readonly name?: string
  readonly phone?: string | null
  readonly idNumber?: string | null
  readonly form?: Partial<IppForm> | Partial<LibForm>
  readonly provenance?: Readonly<Record<string, unknown>>
  /** Attachments, in their order. */
  readonly documents?: readonly number[]
}

/** The open points of a fixture's application without documents: an approval must name them. */
export const seenOpen = [
  { code: 'document.missing', field: 'attachments.ID_DOCUMENT' },
  { code: 'document.missing', field: 'attachments.INCOME_PROOF' },
  { code: 'start-date.past', field: 'contribution_details.start_date' },
  // Points that a flag vouches for nevertheless.
  { code: 'flag.contradicted', field: 'verification_flags.id_verified' },
  { code: 'flag.contradicted', field: 'verification_flags.income_verified' },
] as const

/** Creates an application, for which there is no call, and publishes it as an action does. Returns its id. */
export const addApplication = (writer: Writer, wanted: NewApplication): Promise<string> =>
  write(writer, async ({ tx, publish, now }) => {
    const conversationId = Number(wanted.conversationId)
    const owner = await tx
      .selectFrom('conversations')
      .innerJoin('customers', 'customers.id', 'conversations.customer_id')
      .select(['customers.id', 'customers.phone', 'customers.name'])
      .where('conversations.id', '=', conversationId)
      .executeTakeFirstOrThrow()
    const { kind } = wanted
    const status = wanted.status ?? 'SUBMITTED'
    const created = wanted.createdAt ?? now
    const form = { ...(kind === 'ipp' ? ippForm : libForm), ...wanted.form }
    const { id } = await tx
      .insertInto('applications')
      .values({
        kind,
        customer_id: owner.id,
        conversation_id: conversationId,
        form_type: formNames[kind].type,
        form_name: formNames[kind].name,
        policy_type: kind === 'lib' ? libForm.policy_details.policy_type : null,
        status,
        customer_name: wanted.name ?? owner.name ?? 'Nobody',
        customer_phone: wanted.phone === undefined ? owner.phone : wanted.phone,
        customer_email: form.contact_details.email,
        customer_id_number: wanted.idNumber === undefined ? form.personal_details.id_number : wanted.idNumber,
        verification_flags: JSON.stringify({}),
        created_at: created,
        submitted_at:
          wanted.submittedAt === undefined ? (status === 'DRAFT' ? null : created) : wanted.submittedAt,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('application_forms')
      .values({
        application_id: id,
        form_data: JSON.stringify(form),
        provenance: JSON.stringify(wanted.provenance ?? {}),
      })
      .execute()
    await tx
      .insertInto('application_status_changes')
      .values({ application_id: id, to_status: status, at: created })
      .execute()
    for (const [position, attachment_id] of (wanted.documents ?? []).entries()) {
      await tx
        .insertInto('application_documents')
        .values({ application_id: id, attachment_id, position })
        .execute()
    }
    publish({ noun: 'application', id, kind: 'created' })
    // The conversation's row contains the application's number.
    publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
    return String(id)
  })
