import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/write.ts'
import type { WorkspaceDays } from './days.ts'
import { dayIn, firstContact, isDone, resolutionMs, writers } from './definitions.ts'

/**
 * Writes report_tickets for the tickets `t` that meet the condition. The rows bound the days, not the clock: it was read before
 * the lock. A ticket may have been resolved on a later day since.
 */
async function enter(tx: Tx, days: WorkspaceDays, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(t.created_at) as first, max(greatest(t.created_at, t.resolved_at)) as last
    from tickets t where ${condition}`.execute(tx)
  const { first = null, last = null } = rows[0] ?? {}
  if (first === null || last === null) return
  const from = days.of(first)
  const to = days.of(last)
  await sql`
    insert into report_tickets
      (ticket_id, conversation_id, raised_day, is_done, resolved_day, resolution_ms, first_contact)
    select t.id, t.conversation_id, ${dayIn(sql`t.created_at`, days, from, to)}, t.status in ${isDone},
      ${dayIn(sql`t.resolved_at`, days, from, to)}, ${resolutionMs},
      case when t.resolved_at is not null then ${firstContact} end
    from tickets t where ${condition}
    on conflict (ticket_id) do update set is_done = excluded.is_done, resolved_day = excluded.resolved_day,
      resolution_ms = excluded.resolution_ms, first_contact = excluded.first_contact`.execute(tx)
}

/** Enters every ticket, without agents. */
export const enterAllTickets = (tx: Tx, days: WorkspaceDays): Promise<void> => enter(tx, days, sql`true`)

/**
 * Enters tickets and all others of their customers, since a ticket may end the first-contact resolution of another one.
 * @returns their conversations
 */
export async function enterTickets(
  tx: Tx,
  days: WorkspaceDays,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select distinct c.id from tickets t join conversations own on own.id = t.conversation_id
    join conversations c on c.customer_id = own.customer_id
    where t.id = any(${[...ids]}::bigint[])`.execute(tx)
  const conversationIds = rows.map(row => row.id)
  await enter(tx, days, sql`t.conversation_id = any(${conversationIds}::bigint[])`)
  return conversationIds
}

/** Makes the tickets' agents of these conversations equal to report_units. */
export async function enterTicketAgents(tx: Tx, conversationIds: readonly number[]): Promise<void> {
  if (conversationIds.length === 0) return
  const ids = sql`any(${[...conversationIds]}::bigint[])`
  await sql`
    with wanted as (
      select t.ticket_id, u.agent_id, t.conversation_id, t.raised_day, t.is_done,
        max(u.day) filter (where u.day <= t.raised_day) as before_day,
        min(u.day) filter (where u.day >= t.raised_day) as after_day
      from report_tickets t join report_units u on u.conversation_id = t.conversation_id and u.writer = ${writers.agent}
      where t.conversation_id = ${ids} group by t.ticket_id, u.agent_id
    ), gone as (
      delete from report_ticket_agents l where l.conversation_id = ${ids} and not exists (
        select 1 from wanted w where w.ticket_id = l.ticket_id and w.agent_id = l.agent_id)
    )
    insert into report_ticket_agents as l
      (ticket_id, agent_id, conversation_id, raised_day, is_done, before_day, after_day)
    select * from wanted
    on conflict (ticket_id, agent_id) do update set is_done = excluded.is_done,
      before_day = excluded.before_day, after_day = excluded.after_day
    where (l.is_done, l.before_day, l.after_day)
      is distinct from (excluded.is_done, excluded.before_day, excluded.after_day)`.execute(tx)
}
