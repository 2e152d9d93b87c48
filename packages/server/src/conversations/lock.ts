import { Refusal } from '@parley/core/errors'
import type { Tx } from '../db/write.ts'

/**
 * Locks a conversation: every write under it does so first, so that writes of one conversation are in one order. The lock
 * leaves foreign keys to it possible.
 * @throws Refusal conversation.not-found, customer.erased
 */
export async function lockConversation(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('conversation.not-found', { id })
  if (row.erased_at !== null) throw new Refusal('customer.erased')
  return row
}

export type LockedConversation = Awaited<ReturnType<typeof lockConversation>>
