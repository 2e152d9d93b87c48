import { sql } from 'kysely'
import { startForm } from '@parley/bot/form/state'
import type { ApplicationKind } from '@parley/core/applications/application'
import { applicationNumber } from '@parley/core/applications/rules'
import { Refusal } from '@parley/core/errors'
import { type Doer, record } from '../audit/record.ts'
import { lockConversation, lockCustomerOf, refuseArchived } from '../conversations/lock.ts'
import { type Tx, write, type Writer } from '../db/write.ts'
import { askForm } from './ask-form.ts'
import { begin, fill } from './draft.ts'

interface Wanted {
  readonly kind: ApplicationKind
  readonly conversationId: number
  /** Whether the bot asks for it from here on. */
  readonly botAsks: boolean
  readonly by: Doer & { readonly agentId: number }
}

/**
 * Begins a form for a customer, as a draft of this conversation. Until the bot asks for it the customer hears nothing of it, but
 * goes on with it when they ask for such a form themselves. Answers its id.
 * @throws Refusal conversation.not-found, conversation.archived, application.begun-already with its number, bot.off,
 *   assignment.taken, message.window-closed, message.unreachable, customer.erased
 */
export const beginForm = (writer: Writer, { kind, conversationId, botAsks, by }: Wanted): Promise<number> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    // The row is held, so that two who begin a form for one customer do so one after the other.
    const customerId = await lockCustomerOf(tx, conversationId)
    const customer = await tx
      .selectFrom('customers')
      .select(['id', 'name', 'phone'])
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    const conversation = await lockConversation(tx, conversationId)
    refuseArchived(conversation)
    const open = await openOf(tx, kind, customer.id)
    if (open !== undefined)
      throw new Refusal('application.begun-already', { number: applicationNumber({ kind, id: open.id }) })
    const known = { fullName: customer.name, phoneNumber: customer.phone }
    const form = { ...startForm(kind, known, now), status: 'paused' as const }
    const place = {
      id: conversationId,
      customer_id: customer.id,
      customer_name: customer.name,
      customer_phone: customer.phone,
    }
    const id = await begin(tx, emit, place, { form, agentId: by.agentId }, now)
    await fill(tx, place, id, form, now)
    await sql`insert into application_drafts (application_id, state, updated_at, is_asked)
      values (${id}, ${JSON.stringify(form)}::jsonb, ${now}, false)`.execute(tx)
    await record(tx, by, { action: 'application.begun', noun: 'application', objectId: id }, now)
    if (botAsks) await askForm(tx, emit, { conversation, id, form, by }, now)
    emit({ noun: 'application', id, kind: 'created' })
    return id
  })

const openOf = (tx: Tx, kind: ApplicationKind, customerId: number) =>
  tx
    .selectFrom('applications')
    .innerJoin('application_drafts', 'application_drafts.application_id', 'applications.id')
    .select('applications.id')
    .where('customer_id', '=', customerId)
    .where('kind', '=', kind)
    .where('status', '=', 'DRAFT')
    .where(sql<string>`application_drafts.state->>'status'`, 'in', ['asking', 'paused'])
    .orderBy('applications.id', 'desc')
    .executeTakeFirst()
