import { Refusal } from '@parley/core/errors'
import type { Selectable } from 'kysely'
import { lockConversation } from '../conversations/lock.ts'
import type { TicketsTable } from '../db/database.ts'
import type { Tx } from '../db/write.ts'

/** Reads a ticket under its conversation's lock, which puts the edits of a conversation's tickets into one order. @throws Refusal ticket.not-found */
export async function lockedTicket(tx: Tx, id: number): Promise<Selectable<TicketsTable>> {
  const found = await tx
    .selectFrom('tickets')
    .select('conversation_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('ticket.not-found', { id })
  await lockConversation(tx, found.conversation_id)
  return tx.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
