import { sql } from 'kysely'
import type {
  Application,
  ApplicationKind,
  ApplicationNote,
  DocumentAsk,
  FlagChange,
  IppForm,
  LibForm,
  Provenance,
  StatusChange,
  UntoldReason,
} from '@parley/core/applications/application'
import { verificationFlags } from '@parley/core/applications/constants'
import { applicationNotFound } from '@parley/core/applications/rules'
import type { Attachment } from '@parley/core/attachments/api'
import type { AgentId, ApplicationId, ConversationId, MessageId } from '@parley/core/ids'
import { toAttachment } from '../attachments/queries.ts'
import type { Reader } from '../db/write.ts'
import { rowOf } from './list.ts'

const personOf = (id: number | null, name: string | null) =>
  id === null ? null : { id: String(id) as AgentId, name: name ?? '' }

/** The named flags; one that was never set is false. */
export function flagsOf<F extends string>(
  { verification_flags }: { readonly verification_flags: unknown },
  names: readonly F[],
): Record<F, boolean> {
  const flags = verification_flags as Readonly<Record<string, boolean>>
  return Object.fromEntries(names.map(name => [name, flags[name] ?? false])) as Record<F, boolean>
}

/** The customer has begun the form in the chat, and neither sent it in nor cancelled it. */
const takesFields = sql<boolean>`coalesce(applications.status = 'DRAFT'
  and application_drafts.state->>'status' in ('asking', 'paused'), false)`

/** @throws ApiError application.not-found, also for one of the other kind */
export async function applicationById<K extends ApplicationKind>(
  reader: Reader,
  kind: K,
  id: number,
): Promise<Extract<Application, { kind: K }>> {
  const application = (await applicationsById(reader, [id])).get(id)
  if (application?.kind !== kind) throw applicationNotFound(kind)
  return application as Extract<Application, { kind: K }>
}

/** Applications by id. */
export async function applicationsById(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Application>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('applications')
    .innerJoin('application_forms', 'application_forms.application_id', 'applications.id')
    .leftJoin('application_drafts', 'application_drafts.application_id', 'applications.id')
    .selectAll('applications')
    .select(['application_forms.form_data', 'application_forms.provenance'])
    .select(takesFields.as('takes_fields'))
    .where('applications.id', 'in', [...ids])
    .execute()
  const histories = await historiesOf(reader, ids)
  const flagChanges = await flagChangesOf(reader, ids)
  const notes = await notesOf(reader, ids)
  const asks = await documentAsksOf(reader, ids)
  const documents = await documentsOf(reader, ids)
  return new Map(
    rows.map(row => {
      const whole = {
        document_asks: asks.get(row.id) ?? [],
        ...rowOf(row),
        updated_at: row.updated_at.toISOString(),
        takes_fields: row.takes_fields,
        attachments: documents.get(row.id) ?? [],
        status_history: histories.get(row.id) ?? [],
        flag_history: flagChanges.get(row.id) ?? [],
        notes: notes.get(row.id) ?? [],
        provenance: row.provenance as Record<string, Provenance>,
      }
      // Each kind's form is stored in its own shape.
      const application: Application =
        whole.kind === 'ipp'
          ? {
              ...whole,
              kind: 'ipp',
              form_data: row.form_data as IppForm,
              verification_flags: flagsOf(row, verificationFlags.ipp),
            }
          : {
              ...whole,
              kind: 'lib',
              form_data: row.form_data as LibForm,
              verification_flags: flagsOf(row, verificationFlags.lib),
            }
      return [row.id, application]
    }),
  )
}

/** Values by application, in the order of the rows. */
function grouped<R extends { readonly application_id: number }, V>(
  rows: readonly R[],
  value: (row: R) => V,
): ReadonlyMap<number, V[]> {
  const groups = new Map<number, V[]>()
  for (const row of rows) {
    groups.set(row.application_id, [...(groups.get(row.application_id) ?? []), value(row)])
  }
  return groups
}

async function historiesOf(reader: Reader, ids: readonly number[]) {
  const rows = await reader
    .selectFrom('application_status_changes as c')
    .leftJoin('agents', 'agents.id', 'c.agent_id')
    .leftJoin('messages', 'messages.id', 'c.told_message_id')
    .select(['c.told_message_id', 'c.untold', 'c.despite', 'messages.conversation_id as told_in'])
    .select(['c.application_id', 'c.from_status', 'c.to_status', 'c.notes', 'c.agent_id', 'c.at'])
    .select('agents.name as agent_name')
    .where('c.application_id', 'in', [...ids])
    .orderBy('c.at')
    .orderBy('c.id')
    .execute()
  return grouped(rows, row => ({
    from_status: row.from_status as StatusChange['from_status'],
    to_status: row.to_status as StatusChange['to_status'],
    changed_at: row.at.toISOString(),
    notes: row.notes,
    changed_by: personOf(row.agent_id, row.agent_name),
    told: toldOf(row),
    despite: (row.despite ?? []) as StatusChange['despite'],
  }))
}

interface ToldColumns {
  readonly told_message_id: number | null
  readonly told_in: number | null
  readonly untold: string | null
}

const toldOf = ({
  told_message_id: message,
  told_in: conversation,
  untold,
}: ToldColumns): StatusChange['told'] => {
  if (message === null || conversation === null)
    return untold === null ? null : { not: untold as UntoldReason }
  return {
    message_id: String(message) as MessageId,
    conversation_id: String(conversation) as ConversationId,
  }
}

async function flagChangesOf(reader: Reader, ids: readonly number[]) {
  const rows = await reader
    .selectFrom('application_flag_changes as c')
    .innerJoin('agents', 'agents.id', 'c.agent_id')
    .select(['c.application_id', 'c.flag', 'c.value', 'c.agent_id', 'c.at', 'agents.name as agent_name'])
    .where('c.application_id', 'in', [...ids])
    .orderBy('c.at')
    .orderBy('c.id')
    .execute()
  return grouped(
    rows,
    (row): FlagChange => ({
      flag: row.flag as FlagChange['flag'],
      value: row.value,
      changed_at: row.at.toISOString(),
      changed_by: personOf(row.agent_id, row.agent_name),
    }),
  )
}

async function documentAsksOf(reader: Reader, ids: readonly number[]) {
  const rows = await reader
    .selectFrom('application_document_asks as k')
    .innerJoin('agents', 'agents.id', 'k.agent_id')
    .innerJoin('messages', 'messages.id', 'k.message_id')
    .select(['k.application_id', 'k.document_type', 'k.agent_id', 'k.message_id', 'k.at', 'k.brought_at'])
    .select(['agents.name as agent_name', 'messages.conversation_id'])
    .where('k.application_id', 'in', [...ids])
    .orderBy('k.at')
    .orderBy('k.id')
    .execute()
  return grouped(
    rows,
    (row): DocumentAsk => ({
      document_type: row.document_type as DocumentAsk['document_type'],
      asked_at: row.at.toISOString(),
      asked_by: personOf(row.agent_id, row.agent_name),
      message_id: String(row.message_id) as MessageId,
      conversation_id: String(row.conversation_id) as ConversationId,
      brought_at: row.brought_at?.toISOString() ?? null,
    }),
  )
}

async function notesOf(reader: Reader, ids: readonly number[]) {
  const rows = await reader
    .selectFrom('application_notes as n')
    .innerJoin('agents', 'agents.id', 'n.agent_id')
    .select(['n.id', 'n.application_id', 'n.content', 'n.agent_id', 'n.at', 'agents.name as agent_name'])
    .where('n.application_id', 'in', [...ids])
    .orderBy('n.at')
    .orderBy('n.id')
    .execute()
  return grouped(
    rows,
    (row): ApplicationNote => ({
      id: String(row.id),
      application_id: String(row.application_id) as ApplicationId,
      content: row.content,
      created_at: row.at.toISOString(),
      created_by: personOf(row.agent_id, row.agent_name),
    }),
  )
}

async function documentsOf(reader: Reader, ids: readonly number[]) {
  const rows = await reader
    .selectFrom('application_documents as d')
    .innerJoin('attachments', 'attachments.id', 'd.attachment_id')
    .selectAll('attachments')
    .select('d.application_id')
    .where('d.application_id', 'in', [...ids])
    .orderBy('d.application_id')
    .orderBy('d.position')
    .execute()
  return grouped(rows, (row): Attachment => toAttachment(row))
}
