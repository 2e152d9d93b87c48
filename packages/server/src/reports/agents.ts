import type { AgentId } from '@parley/core/api/ids'
import type { AgentMetrics } from '@parley/core/api/reports'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { mean, percent, secondsPerMinute } from './arithmetic.ts'
import { countedIn, isDone, within } from './counted.ts'
import type { AskedRange, Range } from './range.ts'

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
export async function agentRows(reader: Reader, asked: AskedRange, range: Range): Promise<AgentMetrics[]> {
  const { rows } = await sql<Row>`
    with wrote as (
      select m.agent_id, m.conversation_id, count(*) as responses,
        count(m.response_time_seconds) as response_count, sum(m.response_time_seconds) as response_seconds
      from messages m where ${countedIn(range)} and m.source = 'AGENT' group by 1, 2
    ), sums as (
      select agent_id, count(*)::int as conversations, sum(responses)::int as responses,
        sum(response_count)::int as response_count, coalesce(sum(response_seconds), 0)::bigint as response_seconds
      from wrote group by agent_id
    ), raised as (
      select w.agent_id, count(*)::int as tickets, (count(*) filter (where t.status in ${isDone}))::int as tickets_done
      from wrote w join tickets t on t.conversation_id = w.conversation_id
      where ${within('t.created_at', range)} group by w.agent_id
    ), rated as (
      select owner_id, count(*)::int as ratings, sum(rating)::int as rating_sum
      from ratings where ${within('at', range)} group by owner_id
    )
    select a.id, a.name, s.conversations, s.responses, s.response_count, s.response_seconds,
      coalesce(raised.tickets, 0) as tickets, coalesce(raised.tickets_done, 0) as tickets_done,
      coalesce(rated.ratings, 0) as ratings, coalesce(rated.rating_sum, 0) as rating_sum
    from sums s join agents a on a.id = s.agent_id
    left join raised on raised.agent_id = a.id left join rated on rated.owner_id = a.id
    order by s.conversations desc, lower(a.name) collate "C", a.id`.execute(reader)
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
