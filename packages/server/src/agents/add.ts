import { Refusal } from '@parley/core/errors'
import type { Role } from '@parley/core/access/policies'
import { visibleName } from '@parley/core/text/fold'
import { sql } from 'kysely'
import { atTheServer, type Doer, record } from '../audit/record.ts'
import { hashPassword } from '../auth/password.ts'
import { type Tx, type Writer, write } from '../db/write.ts'

export interface NewAgent {
  readonly email: string
  /** Shown to colleagues; by default the part before the @. */
  readonly name?: string
  readonly password: string
  /** By default an agent. The first account is always an administrator. */
  readonly role?: Role
  readonly department?: string | null | undefined
  /** The most open conversations. */
  readonly maxCapacity?: number | undefined
  /** Whether the queue offers them conversations; by default for agents only. */
  readonly takesConversations?: boolean | undefined
  /** The owner has not set a password yet. */
  readonly invited?: boolean
}

/**
 * Adds an agent, for whom all earlier messages count as read. The caller checks the password (`weakness`), since the
 * demo's accounts have a public one.
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

/** The trigger note_baseline shares this lock for every inbound message. Holding it exclusively keeps messages out. */
const baselineLock = 7_270_152

/** A number above all baselines of conversations, and the number of messages below it. */
async function newBaseline(tx: Tx) {
  // Lock first, so that the count includes concurrent writers.
  await sql`select pg_advisory_xact_lock(${baselineLock})`.execute(tx)
  const { rows } = await sql<{ baseline: number; messages: number }>`
    select (select coalesce(max(baseline), 0) + 1 from agents) as baseline,
      (select coalesce(sum(messages), 0)::bigint from inbound_tallies) as messages`.execute(tx)
  const [newest] = rows
  if (newest === undefined) throw new Error('The query for a baseline returned no row')
  await sql`
    insert into baseline_tallies (baseline, assignee_id, messages)
    select ${newest.baseline}::int, assignee_id, sum(messages) from inbound_tallies group by 2 having sum(messages) <> 0`.execute(
    tx,
  )
  return { baseline: newest.baseline, baseline_messages: newest.messages }
}
