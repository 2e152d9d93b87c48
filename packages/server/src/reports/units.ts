import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../db/write.ts'
import { counted } from './counted.ts'
import type { DayNo, WorkspaceDays } from './days.ts'
import { agentSeries, allWriters, conversationSeries, never, writerOf } from './series.ts'

/** A conversation's day. What the roll-ups keep of it is a function of its messages. */
export interface Unit {
  readonly conversationId: number
  readonly day: DayNo
}

interface UnitRow {
  readonly conversation_id: number
  readonly day: number
  readonly customer_id: number
  readonly agent_id: number
}

/** A set of units as a table `u`. */
function tableOf(units: readonly Unit[], days: WorkspaceDays): RawBuilder<unknown> {
  const list = <T>(value: (unit: Unit) => T) => units.map(value)
  return sql`unnest(
    ${list(unit => unit.conversationId)}::bigint[], ${list(unit => unit.day)}::int[],
    ${list(unit => days.start(unit.day).toISOString())}::text[]::timestamptz[],
    ${list(unit => days.start(unit.day + 1).toISOString())}::text[]::timestamptz[]
  ) as u (conversation_id, day, day_start, day_end)`
}

const stored = (table: RawBuilder<unknown>) => sql`
  select s.conversation_id, s.day, s.writer, s.agent_id, s.customer_id, s.messages, s.response_count, s.response_seconds
  from ${table} join report_units s on s.conversation_id = u.conversation_id and s.day = u.day`

/**
 * Response times are those of agents; the bot's own are not kept here. The subquery of each unit makes the database go
 * by conversation and time; it would read whole conversations otherwise.
 */
const fresh = (table: RawBuilder<unknown>) => sql`
  select u.conversation_id, u.day, w.writer, w.agent_id, c.customer_id, w.messages, w.response_count, w.response_seconds
  from ${table} join conversations c on c.id = u.conversation_id cross join lateral (
    select ${writerOf} as writer, coalesce(m.agent_id, 0) as agent_id, count(*)::int as messages,
      (count(m.response_time_seconds) filter (where m.source = 'AGENT'))::int as response_count,
      coalesce(sum(m.response_time_seconds) filter (where m.source = 'AGENT'), 0)::bigint as response_seconds
    from messages m
    where m.conversation_id = u.conversation_id and m.at >= u.day_start and m.at < u.day_end and ${counted}
    group by 1, 2
  ) w`

/** What of some units is not as their messages say: who wrote on which day, of the stored and of the fresh rows. */
export async function differences(
  reader: Reader,
  days: WorkspaceDays,
  units: readonly Unit[],
): Promise<readonly UnitRow[]> {
  if (units.length === 0) return []
  const all = tableOf(units, days)
  const { rows } = await sql<UnitRow>`
    with stored as (${stored(all)}), fresh as (${fresh(all)})
    select distinct conversation_id, day, customer_id, agent_id from (
      (select * from fresh except select * from stored) union all (select * from stored except select * from fresh)
    ) changed`.execute(reader)
  return rows
}

/**
 * Brings units to what their messages say now, and with them all that is added up from them. The caller is the only
 * writer. Answers the conversations in which anything changed.
 */
export async function applyUnits(
  tx: Tx,
  days: WorkspaceDays,
  units: readonly Unit[],
): Promise<readonly number[]> {
  const rows = await differences(tx, days, units)
  if (rows.length === 0) return []
  const changed = new Map(
    rows.map(row => [
      `${row.conversation_id} ${row.day}`,
      { conversationId: row.conversation_id, day: row.day },
    ]),
  )
  const table = tableOf([...changed.values()], days)
  const touched = touchedBy(rows)
  const emptyDays = await addDays(tx, table, -1)
  const emptyReturns = await addReturns(tx, touched, -1)
  await sql`
    delete from report_units s using ${table} where s.conversation_id = u.conversation_id and s.day = u.day`.execute(
    tx,
  )
  await sql`
    insert into report_units
      (conversation_id, day, writer, agent_id, customer_id, messages, response_count, response_seconds)
    ${fresh(table)}`.execute(tx)
  await addDays(tx, table, 1)
  await addReturns(tx, touched, 1)
  await dropEmpty(tx, emptyDays, emptyReturns)
  return [...new Set(rows.map(row => row.conversation_id))]
}

interface DayKey {
  day: number
  writer: number
  agent_id: number
}

/** Adds units to the sums of their days, or takes them out. Answers the rows that are empty now. */
async function addDays(tx: Tx, table: RawBuilder<unknown>, sign: 1 | -1): Promise<readonly DayKey[]> {
  const { rows } = await sql<DayKey & { messages: number }>`
    insert into report_days (day, writer, agent_id, messages, response_count, response_seconds)
    select day, writer, agent_id, ${sign}::int * sum(messages), ${sign}::int * sum(response_count),
      ${sign}::int * sum(response_seconds)
    from (${stored(table)}) s group by 1, 2, 3
    on conflict (day, writer, agent_id) do update set messages = report_days.messages + excluded.messages,
      response_count = report_days.response_count + excluded.response_count,
      response_seconds = report_days.response_seconds + excluded.response_seconds
    returning day, writer, agent_id, messages`.execute(tx)
  return rows.filter(row => row.messages === 0)
}

/** What became active or no longer is, and the first day of that: only from there on its returns can change. */
interface Touched {
  readonly customers: ReadonlyMap<number, DayNo>
  readonly conversations: ReadonlyMap<number, DayNo>
  /** By agent and conversation, as "5 1234". */
  readonly agents: ReadonlyMap<string, DayNo>
}

function touchedBy(rows: readonly UnitRow[]): Touched {
  const customers = new Map<number, DayNo>()
  const conversations = new Map<number, DayNo>()
  const agents = new Map<string, DayNo>()
  const note = <K>(map: Map<K, DayNo>, key: K, day: DayNo) => map.set(key, Math.min(day, map.get(key) ?? day))
  for (const { conversation_id, day, customer_id, agent_id } of rows) {
    note(customers, customer_id, day)
    note(conversations, conversation_id, day)
    if (agent_id !== 0) note(agents, `${agent_id} ${conversation_id}`, day)
  }
  return { customers, conversations, agents }
}

interface ReturnKey {
  series: number
  agent_id: number
  day: number
  previous: number
}

/** Counts the returns of what was touched, or takes them out. Answers the rows that are empty now. */
async function addReturns(tx: Tx, touched: Touched, sign: 1 | -1): Promise<readonly ReturnKey[]> {
  const agents = [...touched.agents.keys()].map(key => key.split(' '))
  const { rows } = await sql<ReturnKey & { n: number }>`
    with people as (
      select u.customer_id, u.day, bit_or(u.writer) as writers, t.since
      from unnest(${[...touched.customers.keys()]}::bigint[], ${[...touched.customers.values()]}::int[]) as t (id, since)
      join report_units u on u.customer_id = t.id group by 1, 2, 4
    ), conversations as (
      select distinct u.conversation_id, u.day, t.since
      from unnest(${[...touched.conversations.keys()]}::bigint[], ${[...touched.conversations.values()]}::int[]) as t (id, since)
      join report_units u on u.conversation_id = t.id
    ), returns as (
      select series, 0::bigint as agent_id, day, since,
        lag(day, 1, ${never}::int) over (partition by series, customer_id order by day) as previous
      from people join generate_series(1, ${allWriters}::int) as series on series & writers <> 0
      union all
      select ${conversationSeries}::int, 0::bigint, day, since,
        lag(day, 1, ${never}::int) over (partition by conversation_id order by day)
      from conversations
      union all
      select ${agentSeries}::int, u.agent_id, u.day, t.since,
        lag(u.day, 1, ${never}::int) over (partition by u.agent_id, u.conversation_id order by u.day)
      from unnest(
        ${agents.map(([id]) => id)}::bigint[], ${agents.map(([, id]) => id)}::bigint[], ${[...touched.agents.values()]}::int[]
      ) as t (agent_id, conversation_id, since)
      join report_units u on u.conversation_id = t.conversation_id and u.agent_id = t.agent_id
    )
    insert into report_returns (series, agent_id, day, previous, n)
    select series, agent_id, day, previous, ${sign}::int * count(*) from returns where day >= since group by 1, 2, 3, 4
    on conflict (series, agent_id, day, previous) do update set n = report_returns.n + excluded.n
    returning series, agent_id, day, previous, n`.execute(tx)
  return rows.filter(row => row.n === 0)
}

/** Removes what is empty still, so that the incremental state is that of a rebuild. */
async function dropEmpty(tx: Tx, days: readonly DayKey[], returns: readonly ReturnKey[]): Promise<void> {
  if (days.length > 0) {
    await sql`
      delete from report_days d using unnest(
        ${days.map(row => row.day)}::int[], ${days.map(row => row.writer)}::int[], ${days.map(row => row.agent_id)}::bigint[]
      ) as e (day, writer, agent_id)
      where d.day = e.day and d.writer = e.writer and d.agent_id = e.agent_id and d.messages = 0`.execute(tx)
  }
  if (returns.length > 0) {
    await sql`
      delete from report_returns r using unnest(
        ${returns.map(row => row.series)}::int[], ${returns.map(row => row.agent_id)}::bigint[],
        ${returns.map(row => row.day)}::int[], ${returns.map(row => row.previous)}::int[]
      ) as e (series, agent_id, day, previous)
      where r.series = e.series and r.agent_id = e.agent_id and r.day = e.day and r.previous = e.previous
        and r.n = 0`.execute(tx)
  }
}
