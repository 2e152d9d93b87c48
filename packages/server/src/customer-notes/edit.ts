import { customerNoteProblem } from '@parley/core/customers/note'
import { ApiError } from '@parley/core/errors'
import { lockCustomerOf } from '../conversations/lock.ts'
import { type TxContext, write, type Writer } from '../db/write.ts'
import { customerNote } from './queries.ts'

interface NoteChange {
  readonly conversationId: number
  readonly agentId: number
  /** The version that the author saw. */
  readonly version: number
  readonly text: string
}

/**
 * Replaces the note on a customer. A repeat of the agent's own newest edit changes nothing: its response was lost.
 * @throws ApiError conversation.not-found, customer.erased, customer-note.changed with the current note, input.invalid naming `text`
 */
export const editCustomerNote = (writer: Writer, change: NoteChange): Promise<void> =>
  write(writer, async context => {
    const { tx } = context
    const { conversationId, agentId, version, text } = change
    const customerId = await lockCustomerOf(tx, conversationId)
    const held = await tx
      .selectFrom('customer_notes')
      .selectAll()
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    const isOwnAgain = held?.version === version + 1 && held.updated_by === agentId && held.text === text
    if (isOwnAgain) return
    if ((held?.version ?? 0) !== version) {
      const current = await customerNote(tx, conversationId)
      throw new ApiError('customer-note.changed', {}, undefined, { current })
    }
    if ((held?.text ?? '') === text) return
    const problem = customerNoteProblem(text, held?.text ?? '')
    if (problem !== null) throw ApiError.field('text', problem)
    const next = { text, version: version + 1, updated_at: context.now, updated_by: agentId }
    await tx
      .insertInto('customer_notes')
      .values({ customer_id: customerId, ...next })
      .onConflict(conflict => conflict.column('customer_id').doUpdateSet(next))
      .execute()
    await publishNote(context, customerId)
  })

/** Publishes the note to viewers of each of the customer's conversations. */
async function publishNote({ tx, publish }: TxContext, customerId: number): Promise<void> {
  const rows = await tx
    .selectFrom('conversations')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  for (const { id } of rows) publish({ noun: 'customer-note', id, kind: 'changed' })
}
