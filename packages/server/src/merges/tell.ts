import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

/** Every screen that shows anything of a customer shows it as it is now. */
export async function tellOf(tx: Tx, emit: Emit, customerId: number): Promise<void> {
  const { rows } = await sql<{
    noun: 'conversation' | 'message' | 'ticket' | 'issue' | 'note' | 'reminder' | 'application'
    id: number
  }>`
    with c as (select id from conversations where customer_id = ${customerId})
    select 'conversation' as noun, id from c
    union all select 'message', id from messages where conversation_id in (select id from c)
    union all select 'ticket', id from tickets where conversation_id in (select id from c)
    union all select 'issue', id from issues where conversation_id in (select id from c)
    union all select 'note', id from conversation_notes where conversation_id in (select id from c)
    union all select 'reminder', id from reminders where conversation_id in (select id from c)
    union all select 'application', id from applications where customer_id = ${customerId}`.execute(tx)
  for (const { noun, id } of rows) emit({ noun, id, kind: 'changed' })
}
