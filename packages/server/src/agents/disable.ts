import { Refusal } from '@parley/core/errors'
import { offerEnd } from '@parley/core/assignments/rules'
import { type Doer, record } from '../audit/record.ts'
import { endSessionsOf } from '../auth/end.ts'
import { type Writer, write } from '../db/write.ts'
import { leaveAnAdministrator, lockAccounts } from './administrators.ts'
import type { Departure } from './departure.ts'

/**
 * Disables an account: no sign-in, sessions and offers end, and open conversations return to the queue. A disabled
 * account keeps its earlier time.
 * @throws Refusal agent.not-found, agent.last-administrator
 */
export const disableAgent = (
  writer: Writer,
  id: number,
  { endOffersOf, handBackOf }: Departure,
  by: Doer,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    await lockAccounts(tx)
    const now = writer.now()
    const agent = await tx.selectFrom('agents').select('disabled_at').where('id', '=', id).executeTakeFirst()
    if (agent === undefined) throw new Refusal('agent.not-found', { id })
    await tx
      .updateTable('agents')
      .set(eb => ({ disabled_at: eb.fn.coalesce('disabled_at', eb.val(now)) }))
      .where('id', '=', id)
      .execute()
    await leaveAnAdministrator(tx)
    if (agent.disabled_at === null)
      await record(tx, by, { action: 'account.disabled', noun: 'agent', objectId: id }, now)
    await endSessionsOf(tx, emit, id, { reason: 'disabled', now })
    await endOffersOf(tx, emit, id, offerEnd.disabled, now)
    await handBackOf(tx, emit, id, now)
    emit({ noun: 'agent', id, kind: 'changed' })
  })
