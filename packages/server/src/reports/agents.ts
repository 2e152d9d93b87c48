import type { AgentId } from '@parley/core/ids'
import type { AgentMetrics } from '@parley/core/reports/api'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { mean, percent, secondsPerMinute } from './arithmetic.ts'
import { countedIn, within } from './counted.ts'
import type { AskedRange, Range, Split } from './range.ts'
import { agentSeries, firstIn, writers } from './series.ts'

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

/** One row for every agent who wrote in the range, disabled ones too, the most conversations first. */
export async function agentRows(
  reader: Reader,
  asked: AskedRange,
  range: Range,
  part: Split,
): Promise<AgentMetrics[]> {
  const isRaised = sql`raised_day between ${range.from} and ${range.to}`
  // An agent who wrote in the range wrote last before the ticket or first after it.
  const wroteNear = sql`(l.before_day >= ${part.from} or l.after_day <= ${part.to})`
  // Who did not, in three parts for three indexes.
  const early = sql`before_day < ${part.from}`
  const late = sql`after_day > ${part.to}`
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
      select agent_id, sum(tickets) as tickets, sum(tickets_done) as tickets_done from (
        select agent_id, sum(raised) as tickets, sum(done) as tickets_done
        from report_ticket_days where ${isRaised} group by 1
        union all
        select agent_id, -count(*), -count(*) filter (where is_done) from (
          select agent_id, is_done from report_ticket_agents where after_day is null and ${early} and ${isRaised}
          union all
          select agent_id, is_done from report_ticket_agents where before_day is null and ${late} and ${isRaised}
          union all
          select agent_id, is_done from report_ticket_agents
          where before_day is not null and after_day is not null and ${early} and ${late} and ${isRaised}
        ) outside group by 1
        union all
        select rest.agent_id, count(*), count(*) filter (where t.is_done) from rest join report_tickets t on t.conversation_id = rest.conversation_id
        where ${isRaised} and not exists (
          select 1 from report_ticket_agents l
          where l.ticket_id = t.ticket_id and l.agent_id = rest.agent_id and ${wroteNear})
        group by 1
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
