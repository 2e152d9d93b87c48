import { type RawBuilder, sql } from 'kysely'
import type { DayNo, TimeRange, WorkspaceDays } from './days.ts'

/** The share of nothing is 0. */
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** A mean in units of `per`. The mean of nothing is null. */
export const mean = (sum: number, count: number, per = 1): number | null =>
  count === 0 ? null : sum / count / per

/** A share as 0 to 100. The share of nothing is null. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : (part / whole) * 100

export const secondsPerMinute = 60
export const msPerMinute = 60_000

/**
 * Whether the message of the table alias `m` counts (docs/metrics.md). It counts if a customer, the bot or an agent wrote it and
 * it has not failed for good. Reactions, edits and deletions do not count.
 */
export const counted = sql<boolean>`(
  m.source <> 'SYSTEM' and m.message_type not in ('reaction', 'edit', 'revoke') and m.status <> 'failed')`

/** Whether the message `m` counts and lies in the range. */
export const countedIn = ({ start, end }: TimeRange) =>
  sql<boolean>`(m.at >= ${start} and m.at < ${end} and ${counted})`

/** Whether the time in a column lies in the range. */
export const within = (column: string, { start, end }: TimeRange) =>
  sql<boolean>`(${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${end})`

/** The statuses of a done ticket. */
export const isDone = sql`('RESOLVED', 'CLOSED')`

/** Milliseconds from the creation to the resolution of the ticket `t`. */
export const resolutionMs = sql<number>`(extract(epoch from t.resolved_at - t.created_at) * 1000)::bigint`

/** Another ticket of the customer within this time means that the first contact did not resolve it. */
const firstContactHours = 72

/** First-contact resolution is known for tickets that were resolved before this instant. */
export const firstContactKnownBefore = (now: Date): Date =>
  new Date(now.getTime() - firstContactHours * 3_600_000)

/** Whether the resolved ticket `t` was never reopened and the customer had no other ticket in the 72 hours after. */
export const firstContact = sql<boolean>`(t.reopened_at is null and not exists (
  select 1 from conversations own join conversations c on c.customer_id = own.customer_id
  join tickets other on other.conversation_id = c.id
  where own.id = t.conversation_id and other.id <> t.id
    and other.created_at > t.resolved_at and other.created_at <= t.resolved_at + ${firstContactHours}::int * interval '1 hour'))`

/** The day of a column's time, which must lie on one of the days. Without the subquery the database parses the array for each row. */
export const dayIn = (
  column: RawBuilder<unknown>,
  days: WorkspaceDays,
  from: DayNo,
  to: DayNo,
) => sql<number>`(
  ${from}::int - 1 + width_bucket(${column}, (select ${days.starts(from, to)}::text[]::timestamptz[])))`

/** Writers as in the aggregates: powers of two, so that a set of writers is a sum. */
export const writers = { customer: 1, bot: 2, agent: 4 } as const

/** The writer of the message `m`. */
export const writerOf = sql<number>`(case m.source when 'CUSTOMER' then 1 when 'BOT' then 2 else 4 end)`

/** Series of report_returns: 1 to 7 are sums of writers and count customers. */
export const allWriters = 7
export const conversationSeries = 8
export const agentSeries = 9

/** Used as the previous day of a first day. */
export const never = -1_000_000

/** Rows of series within the days whose previous day lies before them: they count each entity once. */
export const firstIn = (series: RawBuilder<unknown>, { from, to }: { from: number; to: number }) =>
  sql`report_returns r where ${series} and r.day between ${from} and ${to} and r.previous < ${from}`
