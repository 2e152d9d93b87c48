import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../db/write.ts'
import type { DayNo, WorkspaceDays } from './days.ts'
import { agentSeries, allWriters, conversationSeries, counted, never, writerOf } from './definitions.ts'

type Sql = RawBuilder<unknown>

/** A conversation's day. Its aggregates (table report_units) are a function of its messages. */
export interface ConversationDay {
  readonly conversationId: number
  readonly day: DayNo
}

/** An aggregate of a conversation's day that differs from its messages. */
interface Changed {
  readonly conversation_id: number
  readonly day: number
  readonly customer_id: number
  readonly agent_id: number
}

/** Conversations' days as a table `u`. */
function tableOf(each: readonly ConversationDay[], days: WorkspaceDays): Sql {
  const list = <T>(value: (one: ConversationDay) => T) => each.map(value)
  return sql`unnest(
    ${list(one => one.conversationId)}::bigint[], ${list(one => one.day)}::int[],
    ${list(one => days.start(one.day).toISOString())}::text[]::timestamptz[],
    ${list(one => days.start(one.day + 1).toISOString())}::text[]::timestamptz[]
  ) as u (conversation_id, day, day_start, day_end)`
}

const stored = (table: Sql) => sql`
  select s.conversation_id, s.day, s.writer, s.agent_id, s.customer_id, s.messages, s.response_count, s.response_seconds
  from ${table} join report_units s on s.conversation_id = u.conversation_id and s.day = u.day`

/**
 * Response times count the answers of agents; the bot's are not stored here. The lateral subquery makes the database look up by
 * conversation and time; otherwise it would read whole conversations.
 */
const fresh = (table: Sql) => sql`
  select u.conversation_id, u.day, w.writer, w.agent_id, c.customer_id, w.messages, w.response_count, w.response_seconds
  from ${table} join conversations c on c.id = u.conversation_id cross join lateral (
    select ${writerOf} as writer, coalesce(m.agent_id, 0) as agent_id, count(*)::int as messages,
      (count(m.response_time_seconds) filter (where m.source = 'AGENT'))::int as response_count,
      coalesce(sum(m.response_time_seconds) filter (where m.source = 'AGENT'), 0)::bigint as response_seconds
    from messages m
    where m.conversation_id = u.conversation_id and m.at >= u.day_start and m.at < u.day_end and ${counted}
    group by 1, 2
  ) w`

/** The differences between the stored aggregates of these days and their messages. */
export async function differences(
  reader: Reader,
  days: WorkspaceDays,
  each: readonly ConversationDay[],
): Promise<readonly Changed[]> {
  if (each.length === 0) return []
  const table = tableOf(each, days)
  const { rows } = await sql<Changed>`
    with stored as (${stored(table)}), fresh as (${fresh(table)})
    select distinct conversation_id, day, customer_id, agent_id from (
      (select * from fresh except select * from stored) union all (select * from stored except select * from fresh)
    ) changed`.execute(reader)
  return rows
}

/**
 * Makes the aggregates of these days, and all sums of them, equal to their messages. The caller is the only writer.
 * @returns the conversations in which anything changed
 */
export async function updateAggregates(
  tx: Tx,
  days: WorkspaceDays,
  each: readonly ConversationDay[],
): Promise<readonly number[]> {
  const changed = await differences(tx, days, each)
  if (changed.length === 0) return []
  const changedDays = new Map(
    changed.map(({ conversation_id: conversationId, day }) => [
      `${conversationId} ${day}`,
      { conversationId, day },
    ]),
  )
  const table = tableOf([...changedDays.values()], days)
  await addToDays(tx, table, -1)
  const emptied = await addReturning(tx, changed, -1)
  await sql`
    delete from report_units s using ${table} where s.conversation_id = u.conversation_id and s.day = u.day`.execute(
    tx,
  )
  await sql`
    insert into report_units
      (conversation_id, day, writer, agent_id, customer_id, messages, response_count, response_seconds)
    ${fresh(table)}`.execute(tx)
  await addToDays(tx, table, 1)
  await addReturning(tx, changed, 1)
  await sql`delete from report_days d using ${table} where d.day = u.day and d.messages = 0`.execute(tx)
  await removeEmpty(tx, emptied)
  return [...new Set(changed.map(row => row.conversation_id))]
}

/**
 * Adds the stored aggregates to the sums of their days, or subtracts them. Does not read the messages: they may change between
 * two statements.
 */
async function addToDays(tx: Tx, table: Sql, sign: 1 | -1): Promise<void> {
  await sql`
    insert into report_days as d (day, writer, agent_id, messages, response_count, response_seconds)
    select day, writer, agent_id, ${sign}::int * sum(messages), ${sign}::int * sum(response_count),
      ${sign}::int * sum(response_seconds)
    from (${stored(table)}) s group by 1, 2, 3
    on conflict (day, writer, agent_id) do update set messages = d.messages + excluded.messages,
      response_count = d.response_count + excluded.response_count,
      response_seconds = d.response_seconds + excluded.response_seconds`.execute(tx)
}

interface ReturningKey {
  readonly series: number
  readonly agent_id: number
  readonly day: number
  readonly previous: number
}

/**
 * Adds the changed customers, conversations and agents to the counts of returning visitors, or subtracts them. A change affects
 * nothing before its own day. @returns the rows that are empty now
 */
async function addReturning(
  tx: Tx,
  changed: readonly Changed[],
  sign: 1 | -1,
): Promise<readonly ReturningKey[]> {
  const { rows } = await sql<ReturningKey & { n: number }>`
    with changed as (
      select * from unnest(
        ${changed.map(row => row.conversation_id)}::bigint[], ${changed.map(row => row.day)}::int[],
        ${changed.map(row => row.customer_id)}::bigint[], ${changed.map(row => row.agent_id)}::bigint[]
      ) as x (conversation_id, day, customer_id, agent_id)
    ), people as (
      select u.customer_id, u.day, bit_or(u.writer) as writers, t.since
      from (select customer_id, min(day) as since from changed group by 1) t
      join report_units u on u.customer_id = t.customer_id group by 1, 2, 4
    ), active as (
      select series, 0::bigint as agent_id, customer_id as id, day, since
      from people join generate_series(1, ${allWriters}::int) as series on series & writers <> 0
      union
      select ${conversationSeries}::int, 0::bigint, u.conversation_id, u.day, t.since
      from (select conversation_id, min(day) as since from changed group by 1) t
      join report_units u on u.conversation_id = t.conversation_id
      union
      select ${agentSeries}::int, u.agent_id, u.conversation_id, u.day, t.since
      from (select agent_id, conversation_id, min(day) as since from changed where agent_id <> 0 group by 1, 2) t
      join report_units u on u.conversation_id = t.conversation_id and u.agent_id = t.agent_id
    ), returning_visitors as (
      select series, agent_id, day, since,
        lag(day, 1, ${never}::int) over (partition by series, agent_id, id order by day) as previous
      from active
    )
    insert into report_returns as r (series, agent_id, day, previous, n)
    select series, agent_id, day, previous, ${sign}::int * count(*) from returning_visitors
    where day >= since group by 1, 2, 3, 4
    on conflict (series, agent_id, day, previous) do update set n = r.n + excluded.n
    returning series, agent_id, day, previous, n`.execute(tx)
  return rows.filter(row => row.n === 0)
}

/** Removes rows that are still empty, so that the tables equal those of a rebuild. */
async function removeEmpty(tx: Tx, keys: readonly ReturningKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    delete from report_returns r using unnest(
      ${keys.map(row => row.series)}::int[], ${keys.map(row => row.agent_id)}::bigint[],
      ${keys.map(row => row.day)}::int[], ${keys.map(row => row.previous)}::int[]
    ) as e (series, agent_id, day, previous)
    where r.series = e.series and r.agent_id = e.agent_id and r.day = e.day and r.previous = e.previous
      and r.n = 0`.execute(tx)
}
