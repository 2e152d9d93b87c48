import * as argon2 from 'argon2'
import { ApiError } from '@parley/core/errors'
import { type AccountEvent, accountNotice } from '@parley/core/notifications/rules'
import { record } from '../audit/record.ts'
import { type TxContext, write, type Writer } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { notify } from '../notifications/notice.ts'
import { type Account, accountById, ownerOfReset } from './queries.ts'
import { endSessionsOf } from './sessions.ts'
import { beginTry, forgetTries, ofSession } from './sign-in-limits.ts'
import type { OneTimeTokens } from './tokens.ts'
import { weakness } from './weak-password.ts'

/** OWASP's minimum (Password Storage Cheat Sheet): about 30 ms and 19 MB per try. */
const cost = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash of an unknown password at the same cost. With it an unknown account takes as long as a known one. */
const nobody =
  '$argon2id$v=19$m=19456,p=1,t=2$8OmGNxMX5XGfdSGx6DwziQ$mf3zs8T04HPV7euIZfsRBq/Brq0vAoVhYJLTxq53ou8'

export const hashPassword = (password: string): Promise<string> => argon2.hash(password, cost)

/** Whether the password matches the hash. Without a hash (no such account) it is false, after the same time. */
export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  const right = await argon2.verify(hash ?? nobody, password)
  return hash !== null && right
}

/**
 * Returns the caller's account, after checking the password again. A stranger at an open page must not guess. So tries count for
 * the session, as at sign-in, until the action has succeeded (`forgetTries`).
 * @throws ApiError session.too-many-attempts, input.invalid naming the field
 */
export async function requireOwnPassword(
  writer: Writer,
  { agentId, sessionId }: Caller,
  { field, password }: { readonly field: string; readonly password: string },
): Promise<Account & { readonly name: string }> {
  const { seconds } = await beginTry(writer, ofSession(sessionId, agentId))
  if (seconds !== null) throw new ApiError('session.too-many-attempts', { seconds })
  const account = await accountById(writer.db, agentId)
  if (!(await isPassword(account.passwordHash, password))) throw ApiError.field(field, 'is not your password')
  return account
}

/**
 * Changes the caller's password, ends every other session and voids password links. Returns the number of ended
 * sessions.
 * @throws ApiError session.too-many-attempts, input.invalid naming current_password or new_password
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
  if (weak !== null) throw ApiError.field('new_password', weak)
  if (passwords.next === passwords.current) throw ApiError.field('new_password', 'is your current password')
  const hash = await hashPassword(passwords.next)
  return write(writer, async context => {
    const { tx } = context
    // Lock and compare again: of two simultaneous changes the later one has a wrong current password.
    const still = await tx
      .selectFrom('agents')
      .select('id')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.passwordHash)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (still === undefined) throw ApiError.field('current_password', 'is not your password')
    await forgetTries(tx, ofSession(caller.sessionId, caller.agentId))
    await replacePassword(context, account.id, hash, 'password-changed')
    const ended = await endSessionsOf(context, account.id, 'password', caller.sessionId)
    await record(context, caller, 'password.changed', account.id)
    return ended.length
  })
}

/** A single-use token that sets a new password, and its expiry. */
export interface ResetLink {
  readonly token: string
  readonly expiresAt: Date
}

/** Creates a single-use token that sets this agent's password. Only its hash is stored. */
export async function makeReset(
  { tx, now }: TxContext,
  links: OneTimeTokens,
  agentId: number,
  lifetimeMs: number,
): Promise<ResetLink> {
  const { token, hash } = links.make()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await tx
    .insertInto('password_resets')
    .values({ token_hash: hash, agent_id: agentId, expires_at: expiresAt })
    .execute()
  return { token, expiresAt }
}

/**
 * Sets a new password with a reset token. A refused password leaves the token usable. An accepted one voids every reset
 * token of the account and ends its sessions. Returns the agent's id.
 * @throws ApiError session.reset-refused, or input.invalid naming newPassword
 */
export async function updatePassword(
  writer: Writer,
  links: OneTimeTokens,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
  address: string,
): Promise<number> {
  const tokenHash = links.hashOf(token)
  const owner = await ownerOfReset(writer.db, tokenHash, writer.now())
  if (owner === undefined) throw new ApiError('session.reset-refused')
  const weak = await weakness(newPassword, owner)
  if (weak !== null) throw ApiError.field('newPassword', weak)
  const hash = await hashPassword(newPassword)
  return write(writer, async context => {
    const { tx, now } = context
    const used = await tx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('agent_id')
      .executeTakeFirst()
    if (used === undefined) throw new ApiError('session.reset-refused')
    await replacePassword(context, used.agent_id, hash, 'password-reset')
    await endSessionsOf(context, used.agent_id, 'password')
    const by = { agentId: used.agent_id, address }
    await record(context, by, 'password.changed', used.agent_id)
    return used.agent_id
  })
}

/** Stores a new password's hash and voids password links. Notifies the account's owner if the account had a password before. */
export async function replacePassword(
  context: TxContext,
  agentId: number,
  hash: string,
  how: 'password-changed' | 'password-reset' | 'password-set',
): Promise<void> {
  const { tx } = context
  const { invited_at: invitedAt } = await tx
    .selectFrom('agents')
    .select('invited_at')
    .where('id', '=', agentId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('agents')
    .set({ password_hash: hash, invited_at: null })
    .where('id', '=', agentId)
    .execute()
  await voidResets(context, agentId)
  if (invitedAt === null) await tellAccountOwner(context, agentId, how)
}

/** Voids this agent's password links. */
export const voidResets = ({ tx, now }: TxContext, agentId: number): Promise<unknown> =>
  tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('agent_id', '=', agentId)
    .where('used_at', 'is', null)
    .execute()

/** Notifies an account's owner of a change, in the change's transaction. */
export async function tellAccountOwner(
  context: TxContext,
  agentId: number,
  event: AccountEvent,
): Promise<void> {
  await notify(context, { ...accountNotice(event), agentId, cause: 'account', conversationId: null })
}
