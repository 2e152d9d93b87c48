import { documentAsk } from '@parley/bot/notices'
import type { DocumentType } from '@parley/core/attachments/api'
import { Refusal } from '@parley/core/errors'
import {
  applicationNumber,
  isAskable,
  newestAsk,
  untoldReasonWords,
  wasJustAsked,
} from '@parley/core/applications/rules'
import { missingDocuments } from '@parley/core/applications/checklist'
import type { Language } from '@parley/core/text/languages'
import { record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'
import { type ApplicationEdit, lockApplication } from './lock.ts'
import { applicationsById } from './queries.ts'
import { conversationToTell, tellCustomer } from './tell-customer.ts'

/**
 * Asks the customer for one document that is missing, by a notice of the desk: whoever has the conversation keeps it. Asked
 * within the last minute, by whomever, it is not asked again.
 * @throws Refusal application.not-found, application.takes-no-documents, application.document-not-missing,
 *   application.customer-not-asked with the reason
 */
export const askForDocument = (
  writer: Writer,
  { kind, id, caller }: ApplicationEdit,
  type: DocumentType,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    const place = await conversationToTell(tx, { kind, id }, now)
    await lockApplication(tx, kind, id)
    const application = (await applicationsById(tx, [id])).get(id)
    if (application === undefined) throw new Error(`Application ${id} is locked and gone`)
    if (!isAskable(application))
      throw new Refusal('application.takes-no-documents', { status: application.status })
    if (!missingDocuments(application).includes(type)) throw new Refusal('application.document-not-missing')
    if (wasJustAsked(newestAsk(application, type), now)) return
    const number = applicationNumber(application)
    const notice = { number, text: (language: Language) => documentAsk({ number, type }, language) }
    const outcome = await tellCustomer(tx, emit, place, notice, now)
    if ('not' in outcome)
      throw new Refusal('application.customer-not-asked', { why: untoldReasonWords[outcome.not] })
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
    const entry = { action: 'application.document-asked', noun: 'application', objectId: id } as const
    await record(tx, caller, { ...entry, after: { document: type } }, now)
    emit({ noun: 'application', id, kind: 'changed' })
  })
