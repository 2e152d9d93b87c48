import type { UniqueUsers, UniqueUsersDay } from '@parley/core/reports/api'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { allWriters, counted, countedIn, dayIn, firstIn, never, writerOf, writers } from './definitions.ts'
import { type DayNo, dayText, type Split, type WorkspaceDays } from './days.ts'

export type UserTotals = Omit<UniqueUsers['summary'], 'start_date' | 'end_date'>

/** Whether the customer `p` wrote nothing before a time. Reads the rows; the first one or two decide. */
export const isNew = (before: RawBuilder<unknown>) => sql<boolean>`not exists (
  select 1 from conversations c join messages m on m.conversation_id = c.id
  where c.customer_id = p.customer_id and m.source = 'CUSTOMER' and m.at < ${before} and ${counted})`

/**
 * Distinct customers who wrote, by the writers who answered them. Each series counts the customers of a set of writers: those for
 * whom any of them wrote. Inclusion and exclusion give the customers of several writers at once.
 */
export async function userTotals(reader: Reader, part: Split): Promise<UserTotals> {
  // Each series by its number, for the index.
  const any = sql`r.series in (1, 2, 3, 4, 5, 6, 7)`
  const { rows } = await sql<{ series: number; n: number; fresh: number }>`
    with rest as (
      select c.customer_id, bit_or(${writerOf}) as writers, min(m.at) filter (where m.source = 'CUSTOMER') as first_at
      from messages m join conversations c on c.id = m.conversation_id
      where ${countedIn(part.rest)} group by c.customer_id
    ), people as (
      select p.writers, p.first_at is not null and ${isNew(sql`p.first_at`)} as is_new, coalesce((
        select bit_or(u.writer) from report_units u
        where u.customer_id = p.customer_id and u.day between ${part.from} and ${part.to}), 0) as earlier
      from rest p
    ), counts as (
      select series, sum(n) as n, coalesce(sum(n) filter (where previous = ${never}), 0) as fresh
      from ${firstIn(any, part)} group by series
      union all
      select series, count(*), count(*) filter (where is_new)
      from people join generate_series(1, ${allWriters}::int) as series on series & writers <> 0 and series & earlier = 0
      group by series
    )
    select series, sum(n)::int as n, sum(fresh)::int as fresh from counts group by series`.execute(reader)
  const found = new Map(rows.map(row => [row.series, row]))
  const having = (...sets: number[]): number => found.get(sets.reduce((sum, one) => sum + one, 0))?.n ?? 0
  const { customer, bot, agent } = writers
  const both = (one: number, other: number) => having(one) + having(other) - having(one, other)
  const withBot = both(customer, bot)
  const withAgent = both(customer, agent)
  // The union of three sets is the sum of the sets, minus the intersection of each pair, plus that of all three.
  const mixed =
    having(customer, bot, agent) -
    (having(customer) + having(bot) + having(agent)) +
    (withBot + withAgent + both(bot, agent))
  return {
    total_unique_users: having(customer),
    total_new_users: found.get(customer)?.fresh ?? 0,
    total_bot_users: withBot - mixed,
    total_agent_users: withAgent - mixed,
    total_mixed_users: mixed,
  }
}

/** One row for each day. */
export async function dailyUsers(
  reader: Reader,
  days: WorkspaceDays,
  part: Split,
  wanted: readonly DayNo[],
): Promise<UniqueUsersDay[]> {
  const restFrom = part.to + 1
  const restTo = Math.max(restFrom, wanted.at(-1) ?? restFrom)
  const { rows } = await sql<{ day: number; unique_users: number; new_users: number }>`
    with people as (
      select c.customer_id, ${dayIn(sql`m.at`, days, restFrom, restTo)} as day,
        min(m.at) as first_at
      from messages m join conversations c on c.id = m.conversation_id
      where ${countedIn(part.rest)} and m.source = 'CUSTOMER' group by 1, 2
    )
    select day, count(*)::int as unique_users, (count(*) filter (where ${isNew(sql`p.first_at`)}))::int as new_users
    from people p group by day
    union all
    select day, sum(n)::int, coalesce(sum(n) filter (where previous = ${never}), 0)::int from report_returns
    where series = ${writers.customer} and day between ${part.from} and ${part.to} group by day`.execute(
    reader,
  )
  const found = new Map(rows.map(row => [row.day, row]))
  return wanted.map(day => ({
    date: dayText(day),
    unique_users: found.get(day)?.unique_users ?? 0,
    new_users: found.get(day)?.new_users ?? 0,
  }))
}
