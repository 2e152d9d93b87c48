import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

/** Publishes what carries a customer's name or number: conversations, by which tickets follow, and what the customer wrote. */
export async function tellOfName(tx: Tx, emit: Emit, customerId: number): Promise<void> {
  const { rows } = await sql<{ noun: 'conversation' | 'message'; id: number }>`
    with c as (select id from conversations where customer_id = ${customerId})
    select 'conversation' as noun, id from c
    union all select 'message', id from messages where source = 'CUSTOMER' and conversation_id in (select id from c)`.execute(
    tx,
  )
  for (const { noun, id } of rows) emit({ noun, id, kind: 'changed' })
}
