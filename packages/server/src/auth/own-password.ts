import { Refusal } from '@parley/core/errors'
import type { Writer } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { isPassword } from './password.ts'
import { type Account, accountById } from './queries.ts'
import { beginTry, ofSession } from './sign-in-tries.ts'

/**
 * The caller's account, after checking the password again. A stranger at an open page must not guess: tries count for the
 * session, as at sign-in, until the action has succeeded (`forgetTries`).
 * @throws Refusal session.too-many-attempts, input.invalid naming the field
 */
export async function requireOwnPassword(
  writer: Writer,
  { agentId, sessionId }: Caller,
  { field, password }: { readonly field: string; readonly password: string },
): Promise<Account & { readonly name: string }> {
  const { seconds } = await beginTry(writer, ofSession(sessionId, agentId))
  if (seconds !== null) throw new Refusal('session.too-many-attempts', { seconds })
  const account = await accountById(writer.db, agentId)
  if (!(await isPassword(account.passwordHash, password))) throw Refusal.field(field, 'is not your password')
  return account
}
