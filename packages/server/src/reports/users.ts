import type { UniqueUsers, UniqueUsersDay } from '@parley/core/api/reports'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { counted, countedIn } from './counted.ts'
import { type DayNo, dayText, type WorkspaceDays } from './days.ts'
import type { Range } from './range.ts'

type Totals = Omit<UniqueUsers['summary'], 'start_date' | 'end_date'>

/** Distinct customers who wrote in the range, and who answered them. */
export async function userTotals(reader: Reader, range: Range): Promise<Totals> {
  const { rows } = await sql<Totals>`
    with people as (
      select c.customer_id, min(m.at) filter (where m.source = 'CUSTOMER') as first_at,
        bool_or(m.source = 'BOT') as bot, bool_or(m.source = 'AGENT') as agent
      from messages m join conversations c on c.id = m.conversation_id
      where ${countedIn(range)} group by c.customer_id
      having bool_or(m.source = 'CUSTOMER')
    )
    select count(*)::int as total_unique_users,
      (count(*) filter (where ${isNew}))::int as total_new_users,
      (count(*) filter (where bot and not agent))::int as total_bot_users,
      (count(*) filter (where agent and not bot))::int as total_agent_users,
      (count(*) filter (where bot and agent))::int as total_mixed_users
    from people p`.execute(reader)
  const [totals] = rows
  if (totals === undefined) throw new Error('A count gave no row')
  return totals
}

/** Whether the customer of the alias `p` wrote nothing before `p.first_at`. */
export const isNew = sql<boolean>`not exists (
  select 1 from conversations c join messages m on m.conversation_id = c.id
  where c.customer_id = p.customer_id and m.source = 'CUSTOMER' and m.at < p.first_at and ${counted})`

/** One row for each of the days. */
export async function dailyUsers(
  reader: Reader,
  days: WorkspaceDays,
  range: Range,
  wanted: readonly DayNo[],
): Promise<UniqueUsersDay[]> {
  const starts = days.starts(range.from, range.to)
  const { rows } = await sql<{ day: number; unique_users: number; new_users: number }>`
    with people as (
      select c.customer_id, ${range.from}::int + width_bucket(m.at, ${starts}::text[]::timestamptz[]) - 1 as day,
        min(m.at) as first_at
      from messages m join conversations c on c.id = m.conversation_id
      where ${countedIn(range)} and m.source = 'CUSTOMER' group by 1, 2
    )
    select day, count(*)::int as unique_users, (count(*) filter (where ${isNew}))::int as new_users
    from people p group by day`.execute(reader)
  const found = new Map(rows.map(row => [row.day, row]))
  return wanted.map(day => ({
    date: dayText(day),
    unique_users: found.get(day)?.unique_users ?? 0,
    new_users: found.get(day)?.new_users ?? 0,
  }))
}
