import type { Averages } from '@parley/core/api/reports'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { mean, msPerMinute, percent, secondsPerMinute } from './arithmetic.ts'
import { countedIn, within } from './counted.ts'
import type { Range } from './range.ts'

/** A mean before it is divided. */
export interface Sum {
  readonly count: number
  readonly sum: number
}

/** Milliseconds from the raising to the resolving of the ticket of the alias `t`. */
export const resolutionMs = sql<number>`(extract(epoch from t.resolved_at - t.created_at) * 1000)::bigint`

/**
 * Whether the resolved ticket of the alias `t` was never reopened, and no other was raised for the customer within 72
 * hours after it.
 */
export const firstContact = sql<boolean>`(t.reopened_at is null and not exists (
  select 1 from conversations own join conversations c on c.customer_id = own.customer_id
  join tickets other on other.conversation_id = c.id
  where own.id = t.conversation_id and other.id <> t.id
    and other.created_at > t.resolved_at and other.created_at <= t.resolved_at + interval '72 hours'))`

/** Seconds of the answers of agents in the range that have a response time. */
export async function responseTimes(reader: Reader, range: Pick<Range, 'start' | 'end'>): Promise<Sum> {
  const { rows } = await sql<Sum>`
    select count(m.response_time_seconds)::int as count, coalesce(sum(m.response_time_seconds), 0)::bigint as sum
    from messages m where ${countedIn(range)} and m.source = 'AGENT'`.execute(reader)
  return rows[0] ?? { count: 0, sum: 0 }
}

/** The ratings given in the range. */
export async function ratingsGiven(reader: Reader, range: Pick<Range, 'start' | 'end'>): Promise<Sum> {
  const { rows } = await sql<Sum>`
    select count(*)::int as count, coalesce(sum(rating), 0)::int as sum
    from ratings where ${within('at', range)}`.execute(reader)
  return rows[0] ?? { count: 0, sum: 0 }
}

/** The four averages of the range. */
export async function averagesOf(reader: Reader, range: Range): Promise<Averages> {
  const answers = await responseTimes(reader, range)
  const ratings = await ratingsGiven(reader, range)
  const { rows } = await sql<{ resolved: number; ms: number; first: number }>`
    select count(*)::int as resolved, coalesce(sum(${resolutionMs}), 0)::bigint as ms,
      (count(*) filter (where ${firstContact}))::int as first
    from tickets t where ${within('t.resolved_at', range)}`.execute(reader)
  const { resolved, ms, first } = rows[0] ?? { resolved: 0, ms: 0, first: 0 }
  return {
    avg_response_time: mean(answers.sum, answers.count, secondsPerMinute),
    avg_resolution_time: mean(ms, resolved, msPerMinute),
    avg_satisfaction: mean(ratings.sum, ratings.count),
    avg_fcr_rate: percent(first, resolved),
  }
}
