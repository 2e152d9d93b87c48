import { sql } from 'kysely'
import type { Tx } from '../db/write.ts'
import type { LockedConversation } from './lock.ts'

/** The customer's conversation that is not archived, locked; there is at most one. */
export const currentConversation = (tx: Tx, customerId: number): Promise<LockedConversation | undefined> =>
  tx
    .selectFrom('conversations')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`status <> 'ARCHIVED'`)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Makes a customer's conversation, locked. A unique index allows only one, so two transactions cannot make two. */
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
      last_activity: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict => conflict.column('customer_id').where('status', '<>', 'ARCHIVED').doNothing())
    .execute()
  const made = await currentConversation(tx, customerId)
  if (made === undefined) throw new Error('A conversation was neither found nor made')
  return made
}
