import { sql } from 'kysely'
import { canonicalPhone, spellingsOf } from '@parley/core/customers/rules'
import { ApiError } from '@parley/core/errors'
import type { MessageDetails } from '@parley/core/messages/details'
import { visibleName } from '@parley/core/text/fold'
import { type Actor, record } from '../audit/record.ts'
import { forgetAlias } from '../customers/addresses.ts'
import { statement } from '../db/connection/statement.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import type { LockedConversation } from './lock.ts'
import { isBotOn } from './with-bot.ts'

export type OpenConversation = Pick<
  LockedConversation,
  | 'id'
  | 'customer_id'
  | 'inbound_no'
  | 'status'
  | 'assignee_id'
  | 'rating_ask_id'
  | 'snoozed_until'
  | 'snoozed_by'
  | 'with_bot'
  | 'human_wait_started_at'
  | 'acknowledged_wait'
>

const opening = statement<OpenConversation>(
  'open_conversations',
  `select id, customer_id, inbound_no, status, assignee_id, rating_ask_id, snoozed_until, snoozed_by, with_bot,
     human_wait_started_at, acknowledged_wait from conversations
   where customer_id = any($1::bigint[]) and phone_number_id = $2::text and status <> 'ARCHIVED'
   order by id for no key update`,
)

/**
 * Locks these customers' open conversations with one business number, at most one per customer. Open: not archived.
 */
export const openConversations = (
  tx: Tx,
  customerIds: readonly number[],
  phoneNumberId: string,
): Promise<readonly OpenConversation[]> => opening(tx, [customerIds, phoneNumberId])

/** Locks the customer's open conversation with a business number; there is at most one. */
export const currentConversation = (
  tx: Tx,
  customerId: number,
  phoneNumberId: string,
): Promise<LockedConversation | undefined> =>
  tx
    .selectFrom('conversations')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('phone_number_id', '=', phoneNumberId)
    .where(sql<boolean>`status <> 'ARCHIVED'`)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Locks a customer's open conversations, at most one per business number. */
export const openConversationsOf = (tx: Tx, customerId: number): Promise<readonly { id: number }[]> =>
  tx
    .selectFrom('conversations')
    .select('id')
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`status <> 'ARCHIVED'`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

const making = statement(
  'make_conversations',
  `insert into conversations (customer_id, phone_number_id, status, with_bot, last_activity, created_at, updated_at)
   select c.id, $2::text, 'ACTIVE',
     ${isBotOn('$2::text')},
     $3::timestamptz, $3::timestamptz, $3::timestamptz
   from unnest($1::bigint[]) with ordinality as c (id, place) order by c.place
   on conflict (customer_id, phone_number_id) where status <> 'ARCHIVED' do nothing`,
)

/**
 * Finds or makes customers' open conversations with a business number, locked. New ones are the bot's where it is on. A
 * unique index prevents a second one.
 */
export async function makeConversations(
  { tx, now }: TxContext,
  customerIds: readonly number[],
  phoneNumberId: string,
): Promise<readonly OpenConversation[]> {
  if (customerIds.length === 0) return []
  await making(tx, [customerIds, phoneNumberId, now])
  return openConversations(tx, customerIds, phoneNumberId)
}

export async function makeConversation(
  context: TxContext,
  customerId: number,
  phoneNumberId: string,
): Promise<OpenConversation> {
  const [made] = await makeConversations(context, [customerId], phoneNumberId)
  if (made === undefined) throw new Error('A conversation was neither found nor made')
  return made
}

/** A person on a contact card of a message. */
interface CardHolder {
  readonly name: string | null
  /** International digits. */
  readonly waId: string
  /** The business number that received the card. */
  readonly phoneNumberId: string
}

/**
 * @throws ApiError message.not-found, input.invalid
 */
export async function cardHolder({ db }: Writer, messageId: number, number: string): Promise<CardHolder> {
  const message = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.details', 'conversations.phone_number_id'])
    .where('messages.id', '=', messageId)
    .executeTakeFirst()
  if (message === undefined) throw new ApiError('message.not-found', { id: String(messageId) })
  const { contacts = [] } = (message.details ?? {}) as MessageDetails
  for (const { name, phones } of contacts) {
    const phone = phones.find(one => one.number === number)
    if (phone === undefined) continue
    const waId = (canonicalPhone(`+${phone.wa_id ?? ''}`) ?? canonicalPhone(number))?.slice(1)
    if (waId !== undefined)
      return { name: visibleName(name ?? ''), waId, phoneNumberId: message.phone_number_id }
    throw ApiError.field('number', 'is no whole phone number: ask the customer for it with its country code')
  }
  throw ApiError.field('number', 'does not stand on a contact card of this message')
}

/** The open conversation of this number with the business number; null: none. */
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
 * Finds or makes the customer and the conversation of a person on a card. Nothing is sent: WhatsApp accepts only a template
 * first.
 */
export const openContact = (
  writer: Writer,
  holder: CardHolder,
  by: Actor,
): Promise<{ readonly id: number; readonly isNewCustomer: boolean }> =>
  write(writer, async context => {
    const { tx, publish } = context
    const known = await customerOf(tx, holder.waId)
    const customerId = known ?? (await makeCustomer(context, holder, by))
    const current = await currentConversation(tx, customerId, holder.phoneNumberId)
    if (current !== undefined) return { id: current.id, isNewCustomer: known === null }
    const { id } = await makeConversation(context, customerId, holder.phoneNumberId)
    publish({ noun: 'conversation', id, kind: 'changed' })
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

async function makeCustomer(context: TxContext, { waId, name }: CardHolder, by: Actor): Promise<number> {
  const { tx, now } = context
  const made = await tx
    .insertInto('customers')
    .values({ wa_id: waId, phone: `+${waId}`, name, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) {
    // Their first message arrived concurrently.
    const known = await customerOf(tx, waId)
    if (known === null) throw new Error('A customer was neither found nor made')
    return known
  }
  await forgetAlias(tx, { kind: 'number', value: waId })
  await record(context, by, 'customer.added', made.id)
  return made.id
}
