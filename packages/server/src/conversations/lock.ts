import { Refusal } from '@parley/core/errors'
import { statement } from '../db/statement.ts'
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

/** The conversation in which one goes on, as a refusal names it. */
export const goesOn = (next: number | null): Record<string, number> =>
  next === null ? {} : { goes_on_in: next }

/**
 * Refuses what an archived conversation takes no more, with the way to the one in which it goes on where there is one.
 * @throws Refusal conversation.archived
 */
export function refuseArchived({ status, continued_in: next }: LockedConversation): void {
  if (status !== 'ARCHIVED') return
  throw new Refusal('conversation.archived', goesOn(next))
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
 * Locks conversations, of which nothing else has to be known, in the order of their ids: two who lock several never wait for
 * each other.
 * @throws Refusal as lockConversation
 */
export async function lockConversations(tx: Tx, ids: readonly number[]): Promise<void> {
  const rows = await locking(tx, [ids])
  const known = new Map(rows.map(({ id, is_erased }) => [id, is_erased]))
  for (const id of ids) {
    const isErased = known.get(id)
    if (isErased === undefined) throw new Refusal('conversation.not-found', { id })
    if (isErased) throw new Refusal('customer.erased')
  }
}
