import { Refusal } from '@parley/core/errors'
import { type Doer, record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'
import { lockAccounts } from './administrators.ts'

/** Enables a disabled account; no effect on an enabled one. @throws Refusal agent.not-found */
export const enableAgent = (writer: Writer, id: number, by: Doer): Promise<void> =>
  write(writer, async (tx, emit) => {
    await lockAccounts(tx)
    const agent = await tx.selectFrom('agents').select('disabled_at').where('id', '=', id).executeTakeFirst()
    if (agent === undefined) throw new Refusal('agent.not-found', { id })
    if (agent.disabled_at === null) return
    await tx.updateTable('agents').set({ disabled_at: null }).where('id', '=', id).execute()
    await record(tx, by, { action: 'account.enabled', noun: 'agent', objectId: id }, writer.now())
    emit({ noun: 'agent', id, kind: 'changed' })
  })
