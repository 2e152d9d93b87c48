import { type RawBuilder, sql } from 'kysely'
import { documentAskedFor, type WantedDocument, wantedDocuments } from '@parley/bot/documents'
import { isReadable } from '@parley/bot/form/documents'
import { documentAsk, documentsComplete } from '@parley/bot/notices'
import type { ApplicationKind, Provenance } from '@parley/core/applications/application'
import { missingDocuments } from '@parley/core/applications/checklist'
import { askableStatuses } from '@parley/core/applications/constants'
import {
  applicationNumber,
  isAskable,
  newestAsk,
  untoldReasonWords,
  wasJustAsked,
} from '@parley/core/applications/rules'
import type { DocumentType } from '@parley/core/attachments/api'
import { ApiError } from '@parley/core/errors'
import type { NoticeText } from '@parley/core/notifications/rules'
import type { Language } from '@parley/core/text/languages'
import { record } from '../audit/record.ts'
import { lockConversation } from '../conversations/lock.ts'
import { type Reader, type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { notify } from '../notifications/notice.ts'
import { type ApplicationEdit, lockApplication } from './actions.ts'
import { applicationById, applicationsById } from './queries.ts'
import { conversationToTell, tellCustomer } from './tell-customer.ts'

/** The documents that a customer's applications accept from the chat. */
export async function wantedOf(
  reader: Reader,
  customerId: number,
  now: Date,
): Promise<readonly WantedDocument[]> {
  const rows = await reader
    .selectFrom('applications')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', askableStatuses)
    .orderBy('id')
    .execute()
  const applications = await applicationsById(
    reader,
    rows.map(({ id }) => id),
  )
  return wantedDocuments(
    rows.flatMap(({ id }) => applications.get(id) ?? []),
    now,
  )
}

/**
 * Asks the customer for one missing document; the conversation keeps its owner. A document that any agent asked for within
 * the last minute is not asked for again.
 * @throws ApiError application.not-found, application.takes-no-documents, application.document-not-missing,
 *   application.customer-not-asked with the reason
 */
export const askForDocument = (
  writer: Writer,
  { kind, id, caller }: ApplicationEdit,
  type: DocumentType,
): Promise<void> =>
  write(writer, async context => {
    const { tx, publish, now } = context
    const place = await conversationToTell(context, { kind, id })
    await lockApplication(tx, kind, id)
    const application = await applicationById(tx, kind, id)
    if (!isAskable(application))
      throw new ApiError('application.takes-no-documents', { status: application.status })
    if (!missingDocuments(application).includes(type)) throw new ApiError('application.document-not-missing')
    if (wasJustAsked(newestAsk(application, type), now)) return
    const number = applicationNumber(application)
    const notice = { number, text: (language: Language) => documentAsk({ number, type }, language) }
    const outcome = await tellCustomer(context, place, notice)
    if ('not' in outcome)
      throw new ApiError('application.customer-not-asked', { why: untoldReasonWords[outcome.not] })
    await tx
      .insertInto('application_document_asks')
      .values({
        application_id: id,
        document_type: type,
        agent_id: caller.agentId,
        message_id: outcome.messageId,
        at: now,
      })
      .execute()
    await tx.updateTable('applications').set({ updated_at: now }).where('id', '=', id).execute()
    await record(context, caller, 'application.document-asked', id, { after: { document: type } })
    publish({ noun: 'application', id, kind: 'changed' })
  })

interface Brought {
  readonly conversation_id: number
  readonly customer_id: number
  readonly content: string
  readonly quoted_id: number | null
  readonly files: readonly {
    readonly attachmentId: string
    readonly mimeType: string | null
    readonly fileName: string
  }[]
}

/**
 * Places the files of a customer's new message as the document that an agent asked for. Only while no bot answers: the bot
 * does so in its own turn. The conversation must be locked. The customer gets no reply, unless it was the last missing
 * document.
 */
export async function takeAskedDocument(context: TxContext, messageId: number): Promise<void> {
  const { tx, now } = context
  const { rows } = await sql<Brought>`
    select m.conversation_id, c.customer_id, m.content, m.quoted_id,
      (select json_agg(json_build_object('attachmentId', a.id::text, 'mimeType', a.mime_type, 'fileName', a.name)
          order by f.position)
        from message_attachments f join attachments a on a.id = f.attachment_id where f.message_id = m.id) as files
    from messages m join conversations c on c.id = m.conversation_id
    where m.id = ${messageId} and m.source = 'CUSTOMER' and not c.with_bot and exists (
      select 1 from application_document_asks k join applications p on p.id = k.application_id
      where p.customer_id = c.customer_id)`.execute(tx)
  const [brought] = rows
  const files = (brought?.files ?? []).filter(isReadable)
  if (brought === undefined || files.length === 0) return
  const quotedId = brought.quoted_id === null ? null : String(brought.quoted_id)
  const words = { caption: brought.content, quotedId }
  const document = documentAskedFor(await wantedOf(tx, brought.customer_id, now), words)
  if (document === null) return
  const { kind, applicationId, type } = document
  const placed = files.map(({ attachmentId }) => ({ attachmentId: Number(attachmentId), messageId }))
  const conversationId = brought.conversation_id
  await placeDocument(context, { kind, applicationId, type, conversationId, files: placed })
}

/** Files of customers' messages in one locked conversation, as one document. */
interface BroughtFiles {
  readonly kind: ApplicationKind
  readonly applicationId: number
  readonly type: DocumentType
  readonly conversationId: number
  readonly files: readonly { readonly attachmentId: number; readonly messageId: number }[]
}

/**
 * Adds files to an application as one of its documents, and closes the open requests for it. If it was the last missing
 * document of a PENDING_DOCUMENTS application, the status becomes SUBMITTED, and customer and agents are told. An
 * application that is decided meanwhile takes no files.
 */
export async function placeDocument(
  context: TxContext,
  { kind, applicationId: id, type, conversationId, files }: BroughtFiles,
): Promise<void> {
  const { tx, publish, now } = context
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
    publish({ noun: 'message', id: messageId, kind: 'changed' })
  }
  await tx
    .updateTable('application_document_asks')
    .set({ brought_by: files[0]?.messageId ?? null, brought_at: now })
    .where('application_id', '=', id)
    .where('document_type', '=', type)
    .where('brought_by', 'is', null)
    .execute()
  await tx.updateTable('applications').set({ updated_at: now }).where('id', '=', id).execute()
  if (row.status === 'PENDING_DOCUMENTS') await submitIfComplete(context, kind, id, conversationId)
  publish({ noun: 'application', id, kind: 'changed' })
}

/** Application and conversation must be locked. */
async function submitIfComplete(
  context: TxContext,
  kind: ApplicationKind,
  id: number,
  conversationId: number,
): Promise<void> {
  const { tx, now } = context
  const application = await applicationById(tx, kind, id)
  if (missingDocuments(application).length > 0) return
  const number = applicationNumber(application)
  const conversation = await lockConversation(tx, conversationId)
  const language = await languageOf(tx, conversationId)
  const notice = { number, text: (wanted: Language) => documentsComplete(number, wanted) }
  const outcome = await tellCustomer(context, { conversation, language }, notice)
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
  await tellAgents(context, conversationId, { title: 'Documents complete', message })
}

async function languageOf(tx: Tx, conversationId: number): Promise<Language> {
  const { rows } = await sql<{ language: Language | null }>`
    select state->>'language' as language from bot_states where conversation_id = ${conversationId}`.execute(
    tx,
  )
  return rows[0]?.language ?? 'en'
}

/** The source of a value or a document. The conversation is missing: it follows from the message. */
export type MessageSource = Omit<Provenance, 'conversation_id'>

/** The source of a document that came in a message. */
export const broughtBy = (messageId: number, attachmentId: number, at: Date): MessageSource => ({
  source: 'message',
  at: at.toISOString(),
  message_id: String(messageId) as Provenance['message_id'],
  document_id: String(attachmentId) as Provenance['document_id'],
  agent: null,
})

/**
 * Sources as an application stores them, by path. Each gets the conversation of its message, which may differ from the
 * form's conversation.
 */
export const keptSources = (
  sources: Readonly<Record<string, MessageSource>>,
): RawBuilder<string> => sql<string>`(
  select coalesce(jsonb_object_agg(s.key,
    s.value || jsonb_build_object('conversation_id', m.conversation_id::text)), '{}')
  from jsonb_each(${JSON.stringify(sources)}::jsonb) s
    left join messages m on m.id = (s.value->>'message_id')::bigint)`

/** Notifies every available agent of a customer's step in an application. */
export async function tellAgents(
  context: TxContext,
  conversationId: number,
  text: NoticeText,
): Promise<void> {
  const agents = await context.tx
    .selectFrom('agents')
    .select('id')
    .where('status', '=', 'AVAILABLE')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id: agentId } of agents) {
    await notify(context, { agentId, cause: 'outcome', type: 'success', ...text, conversationId })
  }
}
