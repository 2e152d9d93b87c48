import { ApiError } from '@parley/core/errors'
import { statement } from '../db/connection/statement.ts'
import type { Tx } from '../db/write.ts'

/**
 * Every write in a conversation takes this lock first, so its writes are in one order. The lock allows new foreign keys.
 * @throws ApiError conversation.not-found, customer.erased
 */
export async function lockConversation(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new ApiError('conversation.not-found', { id })
  if (row.erased_at !== null) throw new ApiError('customer.erased')
  return row
}

export type LockedConversation = Awaited<ReturnType<typeof lockConversation>>

/** A refusal's detail: the conversation in which an archived one continues. */
export const goesOn = (next: number | null): Record<string, number> =>
  next === null ? {} : { goes_on_in: next }

/** @throws ApiError conversation.archived with the conversation in which it continues */
export function refuseArchived({ status, continued_in: next }: LockedConversation): void {
  if (status !== 'ARCHIVED') return
  throw new ApiError('conversation.archived', goesOn(next))
}

interface Lockable {
  readonly id: number
  readonly is_erased: boolean
}

const locking = statement<Lockable>(
  'lock_conversations',
  `select id, erased_at is not null as is_erased from conversations where id = any($1::bigint[])
   order by id for no key update`,
)

/**
 * Locks conversations in the order of their ids, which prevents deadlocks.
 * @throws ApiError as lockConversation
 */
export async function lockConversations(tx: Tx, ids: readonly number[]): Promise<void> {
  const rows = await locking(tx, [ids])
  const known = new Map(rows.map(({ id, is_erased }) => [id, is_erased]))
  for (const id of ids) {
    const isErased = known.get(id)
    if (isErased === undefined) throw new ApiError('conversation.not-found', { id })
    if (isErased) throw new ApiError('customer.erased')
  }
}

/**
 * Locks the customer of a conversation, and reads again under the lock: a merge may have changed the customer.
 * @throws ApiError conversation.not-found, customer.erased
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
    if (id === undefined) throw new ApiError('conversation.not-found', { id: conversationId })
    const { erased_at: erasedAt } = await tx
      .selectFrom('customers')
      .select('erased_at')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (erasedAt !== null) throw new ApiError('customer.erased')
    if ((await customerOf()) === id) return id
  }
}

export async function alreadyAssignedError(tx: Tx, agentId: number): Promise<ApiError> {
  const holder = tx.selectFrom('agents').select('name').where('id', '=', agentId)
  return new ApiError('assignment.taken', { holder: (await holder.executeTakeFirstOrThrow()).name })
}
