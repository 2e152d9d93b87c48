import { Refusal } from '@parley/core/errors'
import { type Doer, record } from '../audit/record.ts'
import type { OneTimeTokens } from '../auth/one-time.ts'
import { makeReset, type ResetLink, voidResets } from '../auth/reset.ts'
import { type Writer, write } from '../db/write.ts'
import { inviteLifetimeMs } from './invite.ts'

/** The lifetime of a password link. */
export const resetLifetimeMs = 60 * 60_000

/**
 * Creates a link that sets a new password, and voids earlier ones. An open invitation gets its full time again.
 * @throws Refusal agent.not-found, agent.disabled
 */
export const startReset = (writer: Writer, links: OneTimeTokens, id: number, by: Doer): Promise<ResetLink> =>
  write(writer, async tx => {
    const now = writer.now()
    const agent = await tx
      .selectFrom('agents')
      .select(['name', 'disabled_at', 'invited_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (agent === undefined) throw new Refusal('agent.not-found', { id })
    if (agent.disabled_at !== null) throw new Refusal('agent.disabled', { name: agent.name })
    await voidResets(tx, id, now)
    await record(tx, by, { action: 'password.reset-asked', noun: 'agent', objectId: id }, now)
    const lifetimeMs = agent.invited_at === null ? resetLifetimeMs : inviteLifetimeMs
    return makeReset(tx, links, id, { now, lifetimeMs })
  })
