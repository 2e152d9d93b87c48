import { type RawBuilder, sql } from 'kysely'
import type { DayNo, WorkspaceDays } from './days.ts'
import type { Stretch } from './range.ts'

/**
 * Whether the message of the table alias `m` counts: written by a customer, the bot or an agent, no reaction, edit or
 * deletion, and not failed for good (docs/metrics.md).
 */
export const counted = sql<boolean>`(
  m.source <> 'SYSTEM' and m.message_type not in ('reaction', 'edit', 'revoke') and m.status <> 'failed')`

/** Whether the message of the table alias `m` counts and lies in the stretch. */
export const countedIn = ({ start, end }: Stretch) =>
  sql<boolean>`(m.at >= ${start} and m.at < ${end} and ${counted})`

/** Whether the time in a column lies in the stretch. */
export const within = (column: string, { start, end }: Stretch) =>
  sql<boolean>`(${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${end})`

/** The words of a ticket that is done. */
export const isDone = sql`('RESOLVED', 'CLOSED')`

/** Milliseconds from the raising to the resolving of the ticket of the alias `t`. */
export const resolutionMs = sql<number>`(extract(epoch from t.resolved_at - t.created_at) * 1000)::bigint`

/** So long after a ticket was resolved another one of the customer says that it was not. */
const firstContactHours = 72

/** The instant before which a ticket must have been resolved for its first-contact resolution to be known. */
export const firstContactKnownBefore = (now: Date): Date =>
  new Date(now.getTime() - firstContactHours * 3_600_000)

/**
 * Whether the resolved ticket of the alias `t` was never reopened, and no other was raised for the customer within 72
 * hours after it.
 */
export const firstContact = sql<boolean>`(t.reopened_at is null and not exists (
  select 1 from conversations own join conversations c on c.customer_id = own.customer_id
  join tickets other on other.conversation_id = c.id
  where own.id = t.conversation_id and other.id <> t.id
    and other.created_at > t.resolved_at and other.created_at <= t.resolved_at + ${firstContactHours}::int * interval '1 hour'))`

/**
 * The day of a column's time, which must lie on one of the days. The starts stand in a subquery of their own, since the
 * database would read their text again for every row.
 */
export const dayIn = (
  column: RawBuilder<unknown>,
  days: WorkspaceDays,
  from: DayNo,
  to: DayNo,
) => sql<number>`(
  ${from}::int - 1 + width_bucket(${column}, (select ${days.starts(from, to)}::text[]::timestamptz[])))`
