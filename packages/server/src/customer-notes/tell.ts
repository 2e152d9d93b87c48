import type { Emit, Tx } from '../db/write.ts'

/** Whoever looks at one of the customer's conversations sees the note as it is now. */
export async function tellOfNote(tx: Tx, emit: Emit, customerId: number): Promise<void> {
  const rows = await tx
    .selectFrom('conversations')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  for (const { id } of rows) emit({ noun: 'customer-note', id, kind: 'changed' })
}
