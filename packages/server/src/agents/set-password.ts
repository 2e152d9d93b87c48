import { Refusal } from '@parley/core/errors'
import { atTheServer, record } from '../audit/record.ts'
import { endSessionsOf } from '../auth/end.ts'
import { hashPassword } from '../auth/password.ts'
import { replacePassword } from '../auth/reset.ts'
import { weakness } from '../auth/weak-password.ts'
import { type Writer, write } from '../db/write.ts'
import { agentOfEmail } from './queries.ts'

/**
 * Sets an agent's password from the command line, on record, and ends every session. Returns the agent's id.
 * @throws Refusal input.invalid naming email or password
 */
export async function setPassword(writer: Writer, email: string, password: string): Promise<number> {
  const agent = await agentOfEmail(writer.db, email)
  const weak = await weakness(password, agent)
  if (weak !== null) throw Refusal.field('password', weak)
  const hash = await hashPassword(password)
  await write(writer, async (tx, emit) => {
    const now = writer.now()
    await replacePassword(tx, emit, { agentId: agent.id, hash, how: 'password-set' }, now)
    await endSessionsOf(tx, emit, agent.id, { reason: 'password', now })
    const entry = { action: 'password.changed', noun: 'agent', objectId: agent.id } as const
    await record(tx, atTheServer, entry, now)
  })
  return agent.id
}
