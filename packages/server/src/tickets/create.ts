import type { CreateTicketBody } from '@parley/core/tickets/api'
import { Refusal } from '@parley/core/errors'
import { ticketNumber } from '@parley/core/tickets/rules'
import { sql } from 'kysely'
import type * as z from 'zod'
import { lockConversation } from '../conversations/lock.ts'
import { madeBefore, madeNow } from '../db/once.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import { recordTicketChange } from './record-change.ts'
import { tellOwner } from './tell-owner.ts'

/** What a ticket is raised with. */
export interface NewTicket extends Omit<z.output<typeof CreateTicketBody>, 'conversation_id'> {
  readonly conversationId: number
  readonly agentId: number
}

/**
 * Raises a ticket and answers its id. The same client id with the same content answers the first ticket again.
 * @throws Refusal conversation.not-found, ticket.same-client-id
 */
export const createTicket = (writer: Writer, raised: NewTicket): Promise<number> =>
  write(writer, async (tx, emit) => {
    const { id: conversationId } = await lockConversation(tx, raised.conversationId)
    const earlier = await madeBefore(clickOf(tx, raised))
    if (earlier !== null) return earlier.id
    const now = writer.now()
    const number = await nextNumber(tx)
    const inserted = await tx
      .insertInto('tickets')
      .values({
        ticket_number: number,
        conversation_id: conversationId,
        title: raised.title,
        description: raised.description,
        status: raised.status,
        priority: raised.priority,
        created_by: raised.agentId,
        client_ticket_id: raised.client_ticket_id ?? null,
        created_at: now,
        updated_at: now,
      })
      // The lock is on this conversation; the same client id may be on its way into another.
      .onConflict(conflict => conflict.columns(['created_by', 'client_ticket_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    const { id } = madeNow(inserted, sameClientId)
    await recordTicketChange(tx, {
      ticketId: id,
      from: null,
      to: raised.status,
      agentId: raised.agentId,
      now,
    })
    await tellOwner(
      tx,
      emit,
      { conversationId, ticketId: id, byId: raised.agentId, number, from: null, to: raised.status },
      now,
    )
    emit({ noun: 'ticket', id, kind: 'created' })
    emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
    return id
  })

/** Numbers rise and are never given twice; one whose transaction fails is left out. */
async function nextNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ n: number }>`select nextval('ticket_numbers') as n`.execute(tx)
  const [next] = rows
  if (next === undefined) throw new Error('The sequence gave no number')
  return ticketNumber(next.n)
}

const sameClientId = () => new Refusal('ticket.same-client-id')

const clickOf = (tx: Tx, raised: NewTicket) => ({
  clientId: raised.client_ticket_id,
  find: (clientId: string) =>
    tx
      .selectFrom('tickets')
      .select(['id', 'conversation_id', 'title'])
      .where('created_by', '=', raised.agentId)
      .where('client_ticket_id', '=', clientId)
      .executeTakeFirst(),
  isSame: (made: { conversation_id: number; title: string }) =>
    made.conversation_id === raised.conversationId && made.title === raised.title,
  refusal: sameClientId,
})
