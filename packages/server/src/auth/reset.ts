import { Refusal } from '@parley/core/errors'
import { record } from '../audit/record.ts'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { endSessionsOf } from './end.ts'
import type { OneTimeTokens } from './one-time.ts'
import { hashPassword } from './password.ts'
import { ownerOfReset } from './queries.ts'
import { tellAccountOwner } from './tell-account-owner.ts'
import { weakness } from './weak-password.ts'

/** A single-use token that sets a new password, and its expiry. */
export interface ResetLink {
  readonly token: string
  readonly expiresAt: Date
}

/** Creates a single-use token that sets this agent's password. Only its hash is stored. */
export async function makeReset(
  tx: Tx,
  links: OneTimeTokens,
  agentId: number,
  { now, lifetimeMs }: { readonly now: Date; readonly lifetimeMs: number },
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
 * @throws Refusal session.reset-refused, or input.invalid naming newPassword
 */
export async function updatePassword(
  writer: Writer,
  links: OneTimeTokens,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
  address: string,
): Promise<number> {
  const tokenHash = links.hashOf(token)
  const owner = await ownerOfReset(writer.db, tokenHash, writer.now())
  if (owner === undefined) throw new Refusal('session.reset-refused')
  const weak = await weakness(newPassword, owner)
  if (weak !== null) throw Refusal.field('newPassword', weak)
  const hash = await hashPassword(newPassword)
  return write(writer, async (tx, emit) => {
    const now = writer.now()
    const used = await tx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('agent_id')
      .executeTakeFirst()
    if (used === undefined) throw new Refusal('session.reset-refused')
    await replacePassword(tx, emit, { agentId: used.agent_id, hash, how: 'password-reset' }, now)
    await endSessionsOf(tx, emit, used.agent_id, { reason: 'password', now })
    const by = { agentId: used.agent_id, address }
    await record(tx, by, { action: 'password.changed', noun: 'agent', objectId: used.agent_id }, now)
    return used.agent_id
  })
}

/** A new password's hash, and the way it was set. */
interface NewPassword {
  readonly agentId: number
  readonly hash: string
  readonly how: 'password-changed' | 'password-reset' | 'password-set'
}

/** Stores a new password's hash, voids password links, and notifies the account's owner, if they had one before. */
export async function replacePassword(
  tx: Tx,
  emit: Emit,
  { agentId, hash, how }: NewPassword,
  now: Date,
): Promise<void> {
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
  await voidResets(tx, agentId, now)
  if (invitedAt === null) await tellAccountOwner(tx, emit, agentId, how, now)
}

/** Voids this agent's password links. */
export const voidResets = (tx: Tx, agentId: number, now: Date): Promise<unknown> =>
  tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('agent_id', '=', agentId)
    .where('used_at', 'is', null)
    .execute()
