import { Refusal } from '@parley/core/errors'
import type { Tx } from '../db/write.ts'

/**
 * The customer of a conversation, locked. Read anew under the lock: they may have been found to be somebody else meanwhile.
 * @throws Refusal conversation.not-found, customer.erased
 */
export async function lockCustomerOf(tx: Tx, conversationId: number): Promise<number> {
  const customerOf = async () =>
    (
      await tx
        .selectFrom('conversations')
        .select('customer_id')
        .where('id', '=', conversationId)
        .executeTakeFirst()
    )?.customer_id
  for (;;) {
    const id = await customerOf()
    if (id === undefined) throw new Refusal('conversation.not-found', { id: conversationId })
    const { erased_at: erasedAt } = await tx
      .selectFrom('customers')
      .select('erased_at')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (erasedAt !== null) throw new Refusal('customer.erased')
    if ((await customerOf()) === id) return id
  }
}
