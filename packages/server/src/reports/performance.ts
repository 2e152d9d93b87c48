import { sql } from 'kysely'
import type { AgentId } from '@parley/core/ids'
import type { AgentMetrics, Averages } from '@parley/core/reports/api'
import type { Reader } from '../db/write.ts'
import type { AskedRange, DayRange, Split, TimeRange, WorkspaceDays } from './days.ts'
import {
  agentSeries,
  countedIn,
  firstContactKnownBefore,
  firstIn,
  mean,
  msPerMinute,
  percent,
  secondsPerMinute,
  within,
  writers,
} from './definitions.ts'

/** The parts of a mean. */
export interface Sum {
  readonly count: number
  readonly sum: number
}

const nothing: Sum = { count: 0, sum: 0 }

/** Response times in seconds, of all agents or of one. */
export async function responseTimes(
  reader: Reader,
  part: Split,
  agentId: number | null = null,
): Promise<Sum> {
  const of = (column: string) => (agentId === null ? sql`true` : sql`${sql.ref(column)} = ${agentId}`)
  const { rows } = await sql<Sum>`
    select coalesce(sum(count), 0)::int as count, coalesce(sum(sum), 0)::bigint as sum from (
      select count(m.response_time_seconds) as count, sum(m.response_time_seconds) as sum
      from messages m where ${countedIn(part.rest)} and m.source = 'AGENT' and ${of('m.agent_id')}
      union all
      select sum(response_count), sum(response_seconds) from report_days
      where writer = ${writers.agent} and day between ${part.from} and ${part.to} and ${of('agent_id')}
    ) each`.execute(reader)
  return rows[0] ?? nothing
}

export async function ratingsGiven(reader: Reader, time: TimeRange): Promise<Sum> {
  const { rows } = await sql<Sum>`
    select count(*)::int as count, coalesce(sum(rating), 0)::int as sum
    from ratings where ${within('at', time)}`.execute(reader)
  return rows[0] ?? nothing
}

/** The four averages of the range. */
export async function averagesOf(
  reader: Reader,
  days: WorkspaceDays,
  range: DayRange,
  part: Split,
  now: Date,
): Promise<Averages> {
  const knownBefore = firstContactKnownBefore(now)
  // report_tickets has days. The hour matters only for the newest tickets.
  const known = sql`(r.resolved_day < ${days.of(knownBefore)}
    or (select t.resolved_at from tickets t where t.id = r.ticket_id) < ${knownBefore})`
  const answers = await responseTimes(reader, part)
  const ratings = await ratingsGiven(reader, range)
  const { rows } = await sql<{ resolved: number; ms: number; known: number; first: number }>`
    select count(*)::int as resolved, coalesce(sum(resolution_ms), 0)::bigint as ms,
      (count(*) filter (where ${known}))::int as known,
      (count(*) filter (where first_contact and ${known}))::int as first
    from report_tickets r where resolved_day between ${range.from} and ${range.to}`.execute(reader)
  const { resolved, ms, known: counted, first } = rows[0] ?? { resolved: 0, ms: 0, known: 0, first: 0 }
  return {
    avg_response_time: mean(answers.sum, answers.count, secondsPerMinute),
    avg_resolution_time: mean(ms, resolved, msPerMinute),
    avg_satisfaction: mean(ratings.sum, ratings.count),
    avg_fcr_rate: percent(first, counted),
    fcr_pending: resolved - counted,
  }
}

interface Row {
  id: number
  name: string
  conversations: number
  responses: number
  response_count: number
  response_seconds: number
  tickets: number
  tickets_done: number
  ratings: number
  rating_sum: number
}

/** One row for every agent who wrote in the range, also disabled agents, the most conversations first. */
export async function agentRows(
  reader: Reader,
  asked: AskedRange,
  range: DayRange,
  part: Split,
): Promise<AgentMetrics[]> {
  const isRaised = sql`raised_day between ${range.from} and ${range.to}`
  // The agent's nearest day before or after the ticket lies in the range, if the agent wrote in the range at all.
  const wroteNear = sql`(l.before_day >= ${part.from} or l.after_day <= ${part.to})`
  const { rows } = await sql<Row>`
    with rest as (
      select m.agent_id, m.conversation_id, count(*) as responses,
        count(m.response_time_seconds) as response_count, sum(m.response_time_seconds) as response_seconds
      from messages m where ${countedIn(part.rest)} and m.source = 'AGENT' group by 1, 2
    ), conversations as (
      select agent_id, sum(n) as conversations from (
        select r.agent_id, r.n from ${firstIn(sql`r.series = ${agentSeries}`, part)}
        union all
        select agent_id, 1 from rest where not exists (
          select 1 from report_units u where u.conversation_id = rest.conversation_id
            and u.day between ${part.from} and ${part.to} and u.agent_id = rest.agent_id)
      ) each group by agent_id
    ), sums as (
      select agent_id, sum(messages) as responses, sum(response_count) as response_count,
        coalesce(sum(response_seconds), 0) as response_seconds
      from (
        select agent_id, messages, response_count, response_seconds from report_days
        where writer = ${writers.agent} and day between ${part.from} and ${part.to}
        union all
        select agent_id, responses, response_count, response_seconds from rest
      ) each group by agent_id
    ), raised as (
      select agent_id, count(*) as tickets, count(*) filter (where is_done) as tickets_done from (
        select l.agent_id, l.is_done from report_ticket_agents l where ${isRaised} and ${wroteNear}
        union all
        select rest.agent_id, t.is_done from rest join report_tickets t on t.conversation_id = rest.conversation_id
        where ${isRaised} and not exists (
          select 1 from report_ticket_agents l
          where l.ticket_id = t.ticket_id and l.agent_id = rest.agent_id and ${wroteNear})
      ) each group by agent_id
    ), rated as (
      select owner_id, count(*) as ratings, sum(rating) as rating_sum
      from ratings where ${within('at', range)} group by owner_id
    )
    select a.id, a.name, n.conversations::int, s.responses::int, s.response_count::int, s.response_seconds::bigint,
      coalesce(raised.tickets, 0)::int as tickets, coalesce(raised.tickets_done, 0)::int as tickets_done,
      coalesce(rated.ratings, 0)::int as ratings, coalesce(rated.rating_sum, 0)::int as rating_sum
    from sums s join conversations n on n.agent_id = s.agent_id join agents a on a.id = s.agent_id
    left join raised on raised.agent_id = a.id left join rated on rated.owner_id = a.id
    order by n.conversations desc, lower(a.name) collate "C", a.id`.execute(reader)
  return rows.map(row => ({
    agent_id: String(row.id) as AgentId,
    agent_name: row.name,
    total_conversations: row.conversations,
    total_responses: row.responses,
    average_response_time_minutes: mean(row.response_seconds, row.response_count, secondsPerMinute),
    period_start: asked.start_date,
    period_end: asked.end_date,
    resolution_rate: percent(row.tickets_done, row.tickets),
    satisfaction: mean(row.rating_sum, row.ratings),
  }))
}
