import { sql } from 'kysely'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/write.ts'
import type { LockedConversation } from './lock.ts'
import { isBotOn } from './with-bot.ts'

/** What a new message needs to know of the conversation that it comes into. */
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
>

const opening = statement<OpenConversation>(
  'open_conversations',
  `select id, customer_id, inbound_no, status, assignee_id, rating_ask_id, snoozed_until, snoozed_by from conversations
   where customer_id = any($1::bigint[]) and phone_number_id = $2::text and status <> 'ARCHIVED'
   order by id for no key update`,
)

/**
 * The conversations of these customers with one of our numbers that are not archived, locked; there is at most one of each
 * customer.
 */
export const openConversations = (
  tx: Tx,
  customerIds: readonly number[],
  phoneNumberId: string,
): Promise<readonly OpenConversation[]> => opening(tx, [customerIds, phoneNumberId])

/** The customer's conversation with one of our numbers that is not archived, locked; there is at most one. */
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

/** All conversations of a customer that are not archived, one for each of our numbers at most, locked. */
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
 * Makes customers' conversations with one of our numbers, locked; the bot has them where it is on. A unique index allows one of
 * each customer, so two transactions cannot make two.
 */
export async function makeConversations(
  tx: Tx,
  customerIds: readonly number[],
  phoneNumberId: string,
  now: Date,
): Promise<readonly OpenConversation[]> {
  if (customerIds.length === 0) return []
  await making(tx, [customerIds, phoneNumberId, now])
  return openConversations(tx, customerIds, phoneNumberId)
}

/** Makes one, as `makeConversations` does. */
export async function makeConversation(
  tx: Tx,
  customerId: number,
  phoneNumberId: string,
  now: Date,
): Promise<OpenConversation> {
  const [made] = await makeConversations(tx, [customerId], phoneNumberId, now)
  if (made === undefined) throw new Error('A conversation was neither found nor made')
  return made
}
