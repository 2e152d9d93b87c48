import type { Averages } from '@parley/core/reports/api'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { mean, msPerMinute, percent, secondsPerMinute } from './arithmetic.ts'
import { countedIn, firstContactKnownBefore, within } from './counted.ts'
import type { WorkspaceDays } from './days.ts'
import type { Range, Split, Stretch } from './range.ts'
import { writers } from './series.ts'

/** A mean before it is divided. */
export interface Sum {
  readonly count: number
  readonly sum: number
}

const nothing: Sum = { count: 0, sum: 0 }

/** Seconds of the answers that have a response time, of all agents or of one. */
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

/** The ratings given in a stretch. */
export async function ratingsGiven(reader: Reader, stretch: Stretch): Promise<Sum> {
  const { rows } = await sql<Sum>`
    select count(*)::int as count, coalesce(sum(rating), 0)::int as sum
    from ratings where ${within('at', stretch)}`.execute(reader)
  return rows[0] ?? nothing
}

/** The four averages of the range. */
export async function averagesOf(
  reader: Reader,
  days: WorkspaceDays,
  range: Range,
  part: Split,
  now: Date,
): Promise<Averages> {
  const knownBefore = firstContactKnownBefore(now)
  // The ledger keeps days; the hour is looked up for the tickets of the last few alone.
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
