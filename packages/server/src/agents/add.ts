import { Refusal } from '@parley/core/errors'
import type { Role } from '@parley/core/words/policy'
import { visibleName } from '@parley/core/rules/fold'
import { sql } from 'kysely'
import { atTheServer, type Doer, record } from '../audit/record.ts'
import { hashPassword } from '../auth/password.ts'
import { type Tx, type Writer, write } from '../db/write.ts'

export interface NewAgent {
  readonly email: string
  /** As colleagues see it; without one, what stands before the @. */
  readonly name?: string
  readonly password: string
  /** The first account of a workspace is an administrator, whatever is asked for; any other an agent without one. */
  readonly role?: Role
  readonly department?: string | null | undefined
  /** Conversations at once. */
  readonly maxCapacity?: number | undefined
  /** Whether the queue offers them conversations; unless said, agents alone. */
  readonly takesConversations?: boolean | undefined
  /** Whether its owner is still to set a password. */
  readonly invited?: boolean
}

/**
 * Adds an agent, for whom all that was written so far counts as read. Whether the password is good enough is the
 * caller's to ask (`weakness`), since the demo's accounts have one that everybody knows.
 * @throws Refusal input.invalid naming email: no address; agent.email-taken, also by a disabled account
 */
export async function addAgent(writer: Writer, agent: NewAgent, by: Doer = atTheServer): Promise<number> {
  const email = agent.email.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw Refusal.field('email', 'must be an e-mail address')
  const name = visibleName(agent.name ?? '') ?? email.slice(0, email.indexOf('@'))
  const passwordHash = await hashPassword(agent.password)
  return write(writer, async (tx, emit) => {
    const now = writer.now()
    const baseline = await newBaseline(tx)
    const first = await tx.selectFrom('agents').select('id').limit(1).executeTakeFirst()
    const role = first === undefined ? 'ADMINISTRATOR' : (agent.role ?? 'AGENT')
    const inserted = await tx
      .insertInto('agents')
      .values({
        email,
        name,
        password_hash: passwordHash,
        role,
        created_by: by.agentId,
        created_at: now,
        department: agent.department || null,
        ...(agent.maxCapacity !== undefined && { max_capacity: agent.maxCapacity }),
        takes_conversations: agent.takesConversations ?? role === 'AGENT',
        invited_at: agent.invited === true ? now : null,
        ...baseline,
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted === undefined) {
      throw new Refusal('agent.email-taken', { email }, { email: 'has an account already' })
    }
    const action = agent.invited === true ? 'account.invited' : 'account.created'
    const entry = { action, noun: 'agent', objectId: inserted.id } as const
    await record(tx, by, { ...entry, after: { email, name, role } }, now)
    emit({ noun: 'agent', id: inserted.id, kind: 'created' })
    return inserted.id
  })
}

/** Every incoming message shares this lock, in the trigger note_baseline. While it is held exclusively none arrives. */
const baselineLock = 7_270_152

/** A number above all baselines that any conversation knows, and how many messages there are below it. */
async function newBaseline(tx: Tx) {
  // Before the statement that counts, so that it sees all of those who held the lock.
  await sql`select pg_advisory_xact_lock(${baselineLock})`.execute(tx)
  const { rows } = await sql<{ baseline: number; messages: number }>`
    select (select coalesce(max(baseline), 0) + 1 from agents) as baseline,
      (select coalesce(sum(messages), 0)::bigint from inbound_tallies) as messages`.execute(tx)
  const [newest] = rows
  if (newest === undefined) throw new Error('There is no baseline')
  await sql`
    insert into baseline_tallies (baseline, assignee_id, messages)
    select ${newest.baseline}::int, assignee_id, sum(messages) from inbound_tallies group by 2 having sum(messages) <> 0`.execute(
    tx,
  )
  return { baseline: newest.baseline, baseline_messages: newest.messages }
}
