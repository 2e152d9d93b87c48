import { Refusal } from '@parley/core/errors'
import { visibleName } from '@parley/core/text/fold'
import type { Role } from '@parley/core/access/policies'
import { type Doer, record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'
import { boundedAgents } from '../sight/queries.ts'
import { leaveAnAdministrator, lockAccounts } from './administrators.ts'

/** The changed fields of an account. An empty department is none. */
export interface AccountEdit {
  readonly name?: string | undefined
  readonly role?: Role | undefined
  readonly department?: string | null | undefined
  readonly max_capacity?: number | undefined
  readonly takes_conversations?: boolean | undefined
}

/**
 * Changes an account and records its old values. A role counts from the account's next call.
 * @throws Refusal agent.not-found, agent.last-administrator
 */
export const editAccount = (writer: Writer, id: number, edit: AccountEdit, by: Doer): Promise<void> =>
  write(writer, async (tx, emit) => {
    await lockAccounts(tx)
    const before = await tx
      .selectFrom('agents')
      .select(['name', 'role', 'department', 'max_capacity', 'takes_conversations'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (before === undefined) throw new Refusal('agent.not-found', { id })
    const name = edit.name === undefined ? undefined : visibleName(edit.name)
    if (name === null) throw Refusal.field('name', 'must have something that can be seen')
    const wanted = {
      ...edit,
      ...(name !== undefined && { name }),
      ...(edit.department !== undefined && { department: edit.department || null }),
    }
    const names = (Object.keys(before) as (keyof typeof before)[]).filter(
      name => wanted[name] !== undefined && wanted[name] !== before[name],
    )
    if (names.length === 0) return
    const only = (all: Readonly<Record<string, unknown>>, some: readonly string[]) =>
      Object.fromEntries(some.map(name => [name, all[name]]))
    await tx.updateTable('agents').set(only(wanted, names)).where('id', '=', id).execute()
    await leaveAnAdministrator(tx)
    const entryOf = (action: 'account.role' | 'account.changed', some: readonly string[]) =>
      some.length === 0
        ? []
        : [
            {
              action,
              noun: 'agent' as const,
              objectId: id,
              before: only(before, some),
              after: only(wanted, some),
            },
          ]
    const others = names.filter(name => name !== 'role')
    const roles = names.filter(name => name === 'role')
    await record(
      tx,
      by,
      [...entryOf('account.role', roles), ...entryOf('account.changed', others)],
      writer.now(),
    )
    emit({ noun: 'agent', id, kind: 'changed' })
    const isOfSight = names.includes('role') || names.includes('department')
    if (isOfSight && (await boundedAgents(tx)) !== null) emit({ noun: 'sight', id, kind: 'changed' })
  })
