import { Refusal } from '@parley/core/errors'
import { hashPassword } from '../auth/password.ts'
import { type Tx, type Writer, write } from '../db/write.ts'

export interface NewAgent {
  readonly email: string
  /** As colleagues see it; without one, what stands before the @. */
  readonly name?: string
  readonly password: string
}

/**
 * Adds an agent, for whom all that was written so far counts as read. Whether the password is good enough is the
 * caller's to ask (`weakness`), since the demo's accounts have one that everybody knows.
 * @throws Refusal input.invalid naming email: no address; agent.email-taken, also by a disabled account
 */
export async function addAgent(writer: Writer, agent: NewAgent): Promise<number> {
  const email = agent.email.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw Refusal.field('email', 'must be an e-mail address')
  const name = agent.name?.trim() || email.slice(0, email.indexOf('@'))
  const passwordHash = await hashPassword(agent.password)
  return write(writer, async (tx, emit) => {
    const inserted = await tx
      .insertInto('agents')
      .values({ email, name, password_hash: passwordHash, created_at: writer.now() })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted === undefined) {
      throw new Refusal('agent.email-taken', { email }, { email: 'has an account already' })
    }
    await markAllSeen(tx, inserted.id)
    emit({ noun: 'agent', id: inserted.id, kind: 'created' })
    return inserted.id
  })
}

const markAllSeen = (tx: Tx, agentId: number) =>
  tx
    .insertInto('marks')
    .columns(['agent_id', 'conversation_id', 'seen_no'])
    .expression(
      tx
        .selectFrom('conversations')
        .select(eb => [eb.val(agentId).as('agent_id'), 'id as conversation_id', 'inbound_no as seen_no'])
        .where('inbound_no', '>', 0),
    )
    .execute()
