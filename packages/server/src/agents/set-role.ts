import { Refusal } from '@parley/core/errors'
import type { Role } from '@parley/core/words/policy'
import { type Doer, record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'
import { leaveAnAdministrator, lockAccounts } from './administrators.ts'

/**
 * Gives an account another role, which counts from its next call on.
 * @throws Refusal agent.not-found, agent.last-administrator
 */
export const setRole = (writer: Writer, id: number, role: Role, by: Doer): Promise<void> =>
  write(writer, async (tx, emit) => {
    await lockAccounts(tx)
    const agent = await tx.selectFrom('agents').select('role').where('id', '=', id).executeTakeFirst()
    if (agent === undefined) throw new Refusal('agent.not-found', { id })
    if (agent.role === role) return
    await tx.updateTable('agents').set({ role }).where('id', '=', id).execute()
    await leaveAnAdministrator(tx)
    const entry = { action: 'account.role', noun: 'agent', objectId: id } as const
    await record(tx, by, { ...entry, before: { role: agent.role }, after: { role } }, writer.now())
    emit({ noun: 'agent', id, kind: 'changed' })
  })
