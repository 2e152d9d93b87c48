import type { MessageStats, MessageStatsDay } from '@parley/core/api/reports'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { share } from './arithmetic.ts'
import { countedIn } from './counted.ts'
import { type DayNo, dayText, type WorkspaceDays } from './days.ts'
import type { Range } from './range.ts'

interface Counts {
  readonly inbound: number
  readonly bot: number
  readonly agent: number
  readonly conversations: number
}

const counts = sql`
  (count(*) filter (where m.source = 'CUSTOMER'))::int as inbound,
  (count(*) filter (where m.source = 'BOT'))::int as bot,
  (count(*) filter (where m.source = 'AGENT'))::int as agent,
  count(distinct m.conversation_id)::int as conversations`

const none: Counts = { inbound: 0, bot: 0, agent: 0, conversations: 0 }

/** Messages of the range by direction and source. */
export async function messageTotals(
  reader: Reader,
  range: Range,
): Promise<Omit<MessageStats['summary'], 'start_date' | 'end_date'>> {
  const { rows } = await sql<Counts>`select ${counts} from messages m where ${countedIn(range)}`.execute(
    reader,
  )
  const { inbound, bot, agent, conversations } = rows[0] ?? none
  return {
    total_messages: inbound + bot + agent,
    inbound: { total: inbound, by_source: { USER: inbound } },
    outbound: { total: bot + agent, by_source: { BOT: bot, AGENT: agent } },
    active_conversations: conversations,
    bot_automation_rate: share(bot, bot + agent),
    agent_handling_rate: share(agent, bot + agent),
  }
}

/** One row for each of the days. */
export async function dailyMessages(
  reader: Reader,
  days: WorkspaceDays,
  range: Range,
  wanted: readonly DayNo[],
): Promise<MessageStatsDay[]> {
  const starts = days.starts(range.from, range.to)
  const { rows } = await sql<Counts & { day: number }>`
    select ${range.from}::int + width_bucket(m.at, ${starts}::text[]::timestamptz[]) - 1 as day, ${counts}
    from messages m where ${countedIn(range)} group by 1`.execute(reader)
  const found = new Map(rows.map(row => [row.day, row]))
  return wanted.map(day => {
    const { inbound, bot, agent, conversations } = found.get(day) ?? none
    return {
      message_date: dayText(day),
      total_messages: inbound + bot + agent,
      total_inbound: inbound,
      total_outbound: bot + agent,
      outbound_bot: bot,
      outbound_agent: agent,
      active_conversations: conversations,
      bot_automation_percentage: share(bot, bot + agent) * 100,
    }
  })
}
