import { type CompiledQuery, sql } from 'kysely'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/write.ts'
import type { LockedConversation } from './lock.ts'
import { isBotOn } from './with-bot.ts'

/** What a new message needs to know of the conversation that it comes into. */
export type OpenConversation = Pick<
  LockedConversation,
  'id' | 'customer_id' | 'inbound_no' | 'status' | 'assignee_id' | 'rating_ask_id'
>

const opening = statement<OpenConversation>(
  'open_conversations',
  `select id, customer_id, inbound_no, status, assignee_id, rating_ask_id from conversations
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

const openingOf = statement<OpenConversation>(
  'open_conversations_of_identities',
  `select id, customer_id, inbound_no, status, assignee_id, rating_ask_id from conversations
   where customer_id in (select id from customers where wa_id = any($1::text[]) or wa_user_id = any($2::text[]))
     and phone_number_id = $3::text and status <> 'ARCHIVED' order by id for no key update`,
)

/** The same, of the customers that are known by these numbers or user ids; they must be locked. */
export const lockConversationsOfIdentities = (
  keys: readonly (readonly string[])[],
  phoneNumberId: string,
): CompiledQuery<OpenConversation> => openingOf.with([...keys, phoneNumberId])

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

/** Makes a customer's conversation with one of our numbers, locked; the bot has it where it is on. A unique index allows only one, so two transactions cannot make two. */
export async function makeConversation(
  tx: Tx,
  customerId: number,
  phoneNumberId: string,
  now: Date,
): Promise<LockedConversation> {
  await tx
    .insertInto('conversations')
    .values({
      customer_id: customerId,
      phone_number_id: phoneNumberId,
      status: 'ACTIVE',
      with_bot: isBotOn(phoneNumberId),
      last_activity: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict =>
      conflict.columns(['customer_id', 'phone_number_id']).where('status', '<>', 'ARCHIVED').doNothing(),
    )
    .execute()
  const made = await currentConversation(tx, customerId, phoneNumberId)
  if (made === undefined) throw new Error('A conversation was neither found nor made')
  return made
}
