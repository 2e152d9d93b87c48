import { documentsComplete } from '@parley/bot/notices'
import type { ApplicationKind } from '@parley/core/applications/application'
import type { DocumentType } from '@parley/core/attachments/api'
import { applicationNumber, isAskable } from '@parley/core/applications/rules'
import { missingDocuments } from '@parley/core/applications/checklist'
import type { Language } from '@parley/core/text/languages'
import { sql } from 'kysely'
import { lockConversation } from '../conversations/lock.ts'
import type { Emit, Tx } from '../db/write.ts'
import { lockApplication } from './lock.ts'
import { applicationsById } from './queries.ts'
import { broughtBy, keptSources } from './sources.ts'
import { tellAgents } from './tell-agents.ts'
import { tellCustomer } from './tell-customer.ts'

/** Files of customers' messages in one locked conversation, and the document that they are. */
export interface BroughtFiles {
  readonly kind: ApplicationKind
  readonly applicationId: number
  readonly type: DocumentType
  readonly conversationId: number
  readonly files: readonly { readonly attachmentId: number; readonly messageId: number }[]
}

/**
 * Puts files to an application as one of its documents, each with the message that brought it, and closes what was asked. An
 * application that waited for its last document goes on: it is SUBMITTED, and customer and agents are told. One that was decided
 * meanwhile takes nothing.
 */
export async function placeDocument(
  tx: Tx,
  emit: Emit,
  { kind, applicationId: id, type, conversationId, files }: BroughtFiles,
  now: Date,
): Promise<void> {
  const row = await lockApplication(tx, kind, id)
  if (!isAskable(row)) return
  for (const { attachmentId, messageId } of files) {
    await tx.updateTable('attachments').set({ document_type: type }).where('id', '=', attachmentId).execute()
    await sql`insert into application_documents (application_id, attachment_id, position)
      select ${id}, ${attachmentId},
        coalesce((select max(position) + 1 from application_documents where application_id = ${id}), 0)
      where not exists (
        select 1 from application_documents where application_id = ${id} and attachment_id = ${attachmentId})`.execute(
      tx,
    )
    const source = { [`attachments.${attachmentId}`]: broughtBy(messageId, attachmentId, now) }
    await sql`update application_forms set provenance = provenance || ${keptSources(source)}
      where application_id = ${id}`.execute(tx)
    emit({ noun: 'message', id: messageId, kind: 'changed' })
  }
  await tx
    .updateTable('application_document_asks')
    .set({ brought_by: files[0]?.messageId ?? null, brought_at: now })
    .where('application_id', '=', id)
    .where('document_type', '=', type)
    .where('brought_by', 'is', null)
    .execute()
  await tx.updateTable('applications').set({ updated_at: now }).where('id', '=', id).execute()
  if (row.status === 'PENDING_DOCUMENTS') await goOnIfWhole(tx, emit, { id, conversationId }, now)
  emit({ noun: 'application', id, kind: 'changed' })
}

/** Of a locked application and conversation. */
interface Place {
  readonly id: number
  readonly conversationId: number
}

async function goOnIfWhole(tx: Tx, emit: Emit, { id, conversationId }: Place, now: Date): Promise<void> {
  const application = (await applicationsById(tx, [id])).get(id)
  if (application === undefined || missingDocuments(application).length > 0) return
  const number = applicationNumber(application)
  const conversation = await lockConversation(tx, conversationId)
  const language = await languageOf(tx, conversationId)
  const notice = { number, text: (wanted: Language) => documentsComplete(number, wanted) }
  const outcome = await tellCustomer(tx, emit, { conversation, language }, notice, now)
  await tx
    .insertInto('application_status_changes')
    .values({
      application_id: id,
      from_status: 'PENDING_DOCUMENTS',
      to_status: 'SUBMITTED',
      notes: 'All documents that it needs are here.',
      at: now,
      told_message_id: 'messageId' in outcome ? outcome.messageId : null,
      untold: 'not' in outcome ? outcome.not : null,
    })
    .execute()
  await tx
    .updateTable('applications')
    .set({ status: 'SUBMITTED', version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
  const message = `${application.customer.name} sent the last document that ${number} needs`
  await tellAgents(tx, emit, { title: 'Documents complete', message, conversationId }, now)
}

async function languageOf(tx: Tx, conversationId: number): Promise<Language> {
  const { rows } = await sql<{ language: Language | null }>`
    select state->>'language' as language from bot_states where conversation_id = ${conversationId}`.execute(
    tx,
  )
  return rows[0]?.language ?? 'en'
}
