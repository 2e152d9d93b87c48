import type { MessageStats, MessageStatsDay } from '@parley/core/reports/api'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { conversationSeries, countedIn, dayIn, firstIn, share, writerOf, writers } from './definitions.ts'
import { type DayNo, dayText, type Split, type WorkspaceDays } from './days.ts'

interface Counts {
  readonly inbound: number
  readonly bot: number
  readonly agent: number
  readonly conversations: number
}

const none: Counts = { inbound: 0, bot: 0, agent: 0, conversations: 0 }

/** Adds up the columns `writer` and `messages`. */
const byWriter = sql`
  coalesce(sum(messages) filter (where writer = ${writers.customer}), 0)::int as inbound,
  coalesce(sum(messages) filter (where writer = ${writers.bot}), 0)::int as bot,
  coalesce(sum(messages) filter (where writer = ${writers.agent}), 0)::int as agent`

export type MessageTotals = Omit<MessageStats['summary'], 'start_date' | 'end_date'>

/** Messages of the range by direction and source. */
export async function messageTotals(reader: Reader, part: Split): Promise<MessageTotals> {
  const { rows } = await sql<Counts>`
    with rest as (
      select m.conversation_id, ${writerOf} as writer, count(*) as messages from messages m
      where ${countedIn(part.rest)} group by 1, 2
    ), counts as (
      select writer, messages from rest
      union all
      select writer, messages from report_days where day between ${part.from} and ${part.to}
    )
    select ${byWriter}, ((
      select coalesce(sum(n), 0) from ${firstIn(sql`r.series = ${conversationSeries}`, part)}
    ) + (
      select count(distinct conversation_id) from rest where not exists (
        select 1 from report_units u
        where u.conversation_id = rest.conversation_id and u.day between ${part.from} and ${part.to})
    ))::int as conversations
    from counts`.execute(reader)
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

/** One row for each day. */
export async function dailyMessages(
  reader: Reader,
  days: WorkspaceDays,
  part: Split,
  wanted: readonly DayNo[],
): Promise<MessageStatsDay[]> {
  const restFrom = part.to + 1
  const restTo = Math.max(restFrom, wanted.at(-1) ?? restFrom)
  const { rows } = await sql<Counts & { day: number }>`
    with rest as (
      select m.conversation_id, ${writerOf} as writer, count(*) as messages,
        ${dayIn(sql`m.at`, days, restFrom, restTo)} as day
      from messages m where ${countedIn(part.rest)} group by m.conversation_id, writer, day
    ), active as (
      select day, sum(n) as conversations from report_returns
      where series = ${conversationSeries} and day between ${part.from} and ${part.to} group by day
    )
    select day, ${byWriter}, count(distinct conversation_id)::int as conversations from rest group by day
    union all
    select day, ${byWriter}, (select conversations from active where active.day = d.day)::int
    from report_days d where day between ${part.from} and ${part.to} group by day`.execute(reader)
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
