import { sql } from 'kysely'
import type { Role } from '@parley/core/access/policies'
import { offerEnd } from '@parley/core/assignments/rules'
import { ApiError } from '@parley/core/errors'
import { visibleName } from '@parley/core/text/fold'
import { atTheServer, type Actor, record } from '../audit/record.ts'
import { hashPassword } from '../auth/password.ts'
import { endSessionsOf } from '../auth/sessions.ts'
import { type Tx, write, type Writer } from '../db/write.ts'
import { boundedAgents } from '../visibility/queries.ts'
import type { Departure } from './leave.ts'

export interface NewAgent {
  readonly email: string
  /** Shown to colleagues; by default the part before the @. */
  readonly name?: string
  readonly password: string
  /** By default an agent. The first account is always an administrator. */
  readonly role?: Role
  readonly department?: string | null | undefined
  /** The maximum number of open conversations. */
  readonly maxCapacity?: number | undefined
  /** Whether routing offers the agent queued conversations. By default only role AGENT. */
  readonly takesConversations?: boolean | undefined
  /** The owner has not set a password yet. */
  readonly invited?: boolean
}

/**
 * Adds an agent, for whom all earlier messages count as read. The caller checks the password (`weakness`), since the
 * demo's accounts have a public one.
 * @throws ApiError input.invalid naming email: no address; agent.email-taken, also by a disabled account
 */
export async function addAgent(writer: Writer, agent: NewAgent, by: Actor = atTheServer): Promise<number> {
  const email = agent.email.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw ApiError.field('email', 'must be an e-mail address')
  const name = visibleName(agent.name ?? '') ?? email.slice(0, email.indexOf('@'))
  const passwordHash = await hashPassword(agent.password)
  return write(writer, async context => {
    const { tx, publish, now } = context
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
      throw new ApiError('agent.email-taken', { email }, { email: 'has an account already' })
    }
    const action = agent.invited === true ? 'account.invited' : 'account.created'
    await record(context, by, action, inserted.id, { after: { email, name, role } })
    publish({ noun: 'agent', id: inserted.id, kind: 'created' })
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

/** Serialises changes of accounts, so that two administrators who leave at once see each other. */
const accountsLock = 7_270_154

export const lockAccounts = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${accountsLock})`.execute(tx)

/** Under `lockAccounts`, after the change. @throws ApiError agent.last-administrator */
export async function leaveAnAdministrator(tx: Tx): Promise<void> {
  const left = await tx
    .selectFrom('agents')
    .select('id')
    .where('role', '=', 'ADMINISTRATOR')
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (left === undefined) throw new ApiError('agent.last-administrator')
}

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
 * @throws ApiError agent.not-found, agent.last-administrator
 */
export const editAccount = (writer: Writer, id: number, edit: AccountEdit, by: Actor): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    await lockAccounts(tx)
    const before = await tx
      .selectFrom('agents')
      .select(['name', 'role', 'department', 'max_capacity', 'takes_conversations'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (before === undefined) throw new ApiError('agent.not-found', { id })
    const name = edit.name === undefined ? undefined : visibleName(edit.name)
    if (name === null) throw ApiError.field('name', 'must have something that can be seen')
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
    const others = names.filter(name => name !== 'role')
    const roles = names.filter(name => name === 'role')
    const changes = [['account.role', roles] as const, ['account.changed', others] as const]
    for (const [action, some] of changes)
      if (some.length > 0)
        await record(context, by, action, id, { before: only(before, some), after: only(wanted, some) })
    publish({ noun: 'agent', id, kind: 'changed' })
    const isOfSight = names.includes('role') || names.includes('department')
    if (isOfSight && (await boundedAgents(tx)) !== null) publish({ noun: 'sight', id, kind: 'changed' })
  })

/**
 * Disables an account: no sign-in, sessions and offers end, and open conversations return to the queue. A disabled
 * account keeps its earlier time.
 * @throws ApiError agent.not-found, agent.last-administrator
 */
export const disableAgent = (
  writer: Writer,
  id: number,
  { endOffersOf, handBackOf }: Departure,
  by: Actor,
): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    await lockAccounts(tx)
    const agent = await tx.selectFrom('agents').select('disabled_at').where('id', '=', id).executeTakeFirst()
    if (agent === undefined) throw new ApiError('agent.not-found', { id })
    await tx
      .updateTable('agents')
      .set(eb => ({ disabled_at: eb.fn.coalesce('disabled_at', eb.val(context.now)) }))
      .where('id', '=', id)
      .execute()
    await leaveAnAdministrator(tx)
    if (agent.disabled_at === null) await record(context, by, 'account.disabled', id)
    await endSessionsOf(context, id, 'disabled')
    await endOffersOf(context, id, offerEnd.disabled)
    await handBackOf(context, id)
    publish({ noun: 'agent', id, kind: 'changed' })
  })

/** Enables a disabled account; no effect on an enabled one. @throws ApiError agent.not-found */
export const enableAgent = (writer: Writer, id: number, by: Actor): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    await lockAccounts(tx)
    const agent = await tx.selectFrom('agents').select('disabled_at').where('id', '=', id).executeTakeFirst()
    if (agent === undefined) throw new ApiError('agent.not-found', { id })
    if (agent.disabled_at === null) return
    await tx.updateTable('agents').set({ disabled_at: null }).where('id', '=', id).execute()
    await record(context, by, 'account.enabled', id)
    publish({ noun: 'agent', id, kind: 'changed' })
  })
