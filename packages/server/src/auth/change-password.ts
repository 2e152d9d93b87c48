import { Refusal } from '@parley/core/errors'
import { record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { endSessionsOf } from './end.ts'
import { requireOwnPassword } from './own-password.ts'
import { hashPassword } from './password.ts'
import { replacePassword } from './reset.ts'
import { forgetTries, ofSession } from './sign-in-tries.ts'
import { weakness } from './weak-password.ts'

/**
 * Changes the caller's password, ends every other session and voids password links. Returns the number of ended
 * sessions.
 * @throws Refusal session.too-many-attempts, input.invalid naming current_password or new_password
 */
export async function changePassword(
  writer: Writer,
  caller: Caller,
  passwords: { readonly current: string; readonly next: string },
): Promise<number> {
  const account = await requireOwnPassword(writer, caller, {
    field: 'current_password',
    password: passwords.current,
  })
  const weak = await weakness(passwords.next, account)
  if (weak !== null) throw Refusal.field('new_password', weak)
  if (passwords.next === passwords.current) throw Refusal.field('new_password', 'is your current password')
  const hash = await hashPassword(passwords.next)
  return write(writer, async (tx, emit) => {
    const now = writer.now()
    // Lock and compare again: of two simultaneous changes the later one has a wrong current password.
    const still = await tx
      .selectFrom('agents')
      .select('id')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.passwordHash)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (still === undefined) throw Refusal.field('current_password', 'is not your password')
    await forgetTries(tx, ofSession(caller.sessionId, caller.agentId))
    await replacePassword(tx, emit, { agentId: account.id, hash, how: 'password-changed' }, now)
    const ended = await endSessionsOf(tx, emit, account.id, {
      reason: 'password',
      now,
      but: caller.sessionId,
    })
    await record(tx, caller, { action: 'password.changed', noun: 'agent', objectId: account.id }, now)
    return ended.length
  })
}
