import type { MessageDetails } from '@parley/core/messages/details'
import { Refusal } from '@parley/core/errors'
import { visibleName } from '@parley/core/text/fold'
import { canonicalPhone, spellingsOf } from '@parley/core/customers/rules'
import { type Doer, record } from '../audit/record.ts'
import { forgetAlias } from '../customers/addresses.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import { currentConversation, makeConversation } from './open.ts'

/** Somebody whose number stands on a contact card that a message brought. */
export interface CardHolder {
  readonly name: string | null
  /** International digits. */
  readonly waId: string
  /** The business number that the card came to. */
  readonly phoneNumberId: string
}

/**
 * Whose number that is, by the card of a message that holds it.
 * @throws Refusal message.not-found, input.invalid
 */
export async function cardHolder({ db }: Writer, messageId: number, number: string): Promise<CardHolder> {
  const message = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.details', 'conversations.phone_number_id'])
    .where('messages.id', '=', messageId)
    .executeTakeFirst()
  if (message === undefined) throw new Refusal('message.not-found', { id: String(messageId) })
  const { contacts = [] } = (message.details ?? {}) as MessageDetails
  for (const { name, phones } of contacts) {
    const phone = phones.find(one => one.number === number)
    if (phone === undefined) continue
    const waId = (canonicalPhone(`+${phone.wa_id ?? ''}`) ?? canonicalPhone(number))?.slice(1)
    if (waId !== undefined)
      return { name: visibleName(name ?? ''), waId, phoneNumberId: message.phone_number_id }
    throw Refusal.field('number', 'is no whole phone number: ask the customer for it with its country code')
  }
  throw Refusal.field('number', 'does not stand on a contact card of this message')
}

/** The conversation that somebody with this number has now with one of ours; null: none. */
export async function conversationOfNumber(
  { db }: Writer,
  { waId, phoneNumberId }: CardHolder,
): Promise<number | null> {
  const found = await db
    .selectFrom('conversations')
    .innerJoin('customers', 'customers.id', 'conversations.customer_id')
    .select('conversations.id')
    .where('wa_id', 'in', spellingsOf(waId))
    .where('phone_number_id', '=', phoneNumberId)
    .where('status', '<>', 'ARCHIVED')
    .executeTakeFirst()
  return found?.id ?? null
}

/**
 * The conversation with the holder of a card, made where there is none, of a customer who is made where nobody is known by
 * the number. Nothing is sent, and nobody waits in it: what WhatsApp takes first is a template.
 */
export const openContact = (
  writer: Writer,
  holder: CardHolder,
  by: Doer,
): Promise<{ readonly id: number; readonly isNewCustomer: boolean }> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    const known = await customerOf(tx, holder.waId)
    const customerId = known ?? (await makeCustomer(tx, holder, by, now))
    const current = await currentConversation(tx, customerId, holder.phoneNumberId)
    if (current !== undefined) return { id: current.id, isNewCustomer: known === null }
    const { id } = await makeConversation(tx, customerId, holder.phoneNumberId, now)
    emit({ noun: 'conversation', id, kind: 'changed' })
    return { id, isNewCustomer: known === null }
  })

async function customerOf(tx: Tx, waId: string): Promise<number | null> {
  const found = await tx
    .selectFrom('customers')
    .select('id')
    .where('wa_id', 'in', spellingsOf(waId))
    .orderBy('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found?.id ?? null
}

async function makeCustomer(tx: Tx, { waId, name }: CardHolder, by: Doer, now: Date): Promise<number> {
  const made = await tx
    .insertInto('customers')
    .values({ wa_id: waId, phone: `+${waId}`, name, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) {
    // They wrote in this very moment.
    const known = await customerOf(tx, waId)
    if (known === null) throw new Error('A customer was neither found nor made')
    return known
  }
  await forgetAlias(tx, { kind: 'number', value: waId })
  await record(tx, by, { action: 'customer.added', noun: 'customer', objectId: made.id }, now)
  return made.id
}
