import { offerEnd } from '@parley/core/rules/assignment'
import { endSessionsOf } from '../auth/end.ts'
import { type Writer, write } from '../db/write.ts'
import type { Departure } from './departure.ts'
import { agentOfEmail } from './queries.ts'

/**
 * Locks an agent out: no sign-in, every session ends, the offers to them end, and their open conversations are in the
 * queue again. Who was locked out before stays so since then.
 * @throws Refusal input.invalid naming email
 */
export const disableAgent = (
  writer: Writer,
  email: string,
  { endOffersOf, handBackOf }: Departure,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const { id } = await agentOfEmail(tx, email)
    const now = writer.now()
    await tx
      .updateTable('agents')
      .set(eb => ({ disabled_at: eb.fn.coalesce('disabled_at', eb.val(now)) }))
      .where('id', '=', id)
      .execute()
    await endSessionsOf(tx, emit, id, { reason: 'disabled', now })
    await endOffersOf(tx, emit, id, offerEnd.disabled, now)
    await handBackOf(tx, emit, id, now)
    emit({ noun: 'agent', id, kind: 'changed' })
  })
