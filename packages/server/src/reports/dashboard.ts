import { sql } from 'kysely'
import type { Compared, Dashboard } from '@parley/core/reports/api'
import { conversationCounts, unreadConversations } from '../conversations/counts.ts'
import type { Reader } from '../db/write.ts'
import type { Sight } from '../sight/queries.ts'
import { mean, percent, secondsPerMinute } from './arithmetic.ts'
import { ratingsGiven, responseTimes } from './averages.ts'
import { countedIn, isDone, within } from './counted.ts'
import type { DayNo, WorkspaceDays } from './days.ts'
import { spanOf, type Split, split, type Stretch } from './range.ts'
import { writers } from './series.ts'
import { waitsByOwner } from './waits.ts'
import { weeksAt } from './week.ts'

/** Nothing keeps what these were a week ago. */
const ofNow = (current: number | null): Compared => ({ current, previous: null })

/** For whom figures are made. Those of the workspace are the same for all; what is unread is one's own, and in one's sight. */
export interface Viewer {
  readonly agentId: number
  readonly sight: Sight
  /** Whether the figures of the agent with this id are shown to the viewer. */
  readonly seesFiguresOf: (agentId: string) => boolean
}

/** The headline figures for one agent; docs/metrics.md, "Dashboard". */
export async function dashboardOf(
  reader: Reader,
  days: WorkspaceDays,
  through: DayNo,
  { agentId, sight, seesFiguresOf }: Viewer,
  now: Date,
): Promise<Dashboard> {
  const { monday, current, previous } = weeksAt(days, now)
  const response = async (stretch: Stretch) => {
    const { sum, count } = await responseTimes(reader, split(days, stretch, through))
    return mean(sum, count, secondsPerMinute)
  }
  const satisfaction = async (stretch: Stretch) => {
    const { sum, count } = await ratingsGiven(reader, stretch)
    return mean(sum, count)
  }
  const waits = await waitsByOwner(reader, now)
  return {
    as_of: now.toISOString(),
    time_zone: days.timeZone,
    week_start: monday,
    pending_conversations: ofNow(await unreadConversations(reader, agentId, sight)),
    active_conversations: ofNow(await activeConversations(reader)),
    waiting_now: ofNow(waits.reduce((sum, { waiting }) => sum + waiting, 0)),
    longest_wait: ofNow(waits[0]?.longest_minutes ?? null),
    waits: waits.filter(wait => wait.agent_id === null || seesFiguresOf(wait.agent_id)),
    week_response_time: { current: await response(current), previous: await response(previous) },
    week_resolution_rate: {
      current: await resolutionRate(reader, current, sql`t.status`),
      previous: await resolutionRate(reader, previous, statusAt(previous.end)),
    },
    week_satisfaction: { current: await satisfaction(current), previous: await satisfaction(previous) },
    week_conversations: {
      current: await answeredConversations(reader, split(days, current, through)),
      previous: await answeredConversations(reader, split(days, previous, through)),
    },
    handled_today: await handledToday(reader, days, agentId, now),
  }
}

async function countOf(reader: Reader, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(reader)
  return rows[0]?.count ?? 0
}

const activeConversations = async (reader: Reader) =>
  (await conversationCounts(reader, { sight: null })).ACTIVE ?? 0

/** The status that the ticket of the alias `t` had just before an instant. */
const statusAt = (at: Date) => sql<string>`(
  select to_status from ticket_changes s where s.ticket_id = t.id and s.at < ${at} order by s.at desc, s.id desc limit 1)`

/** Of the tickets raised in a stretch, the percentage that is done by the given status. */
async function resolutionRate(
  reader: Reader,
  stretch: Stretch,
  status: ReturnType<typeof sql>,
): Promise<number | null> {
  const { rows } = await sql<{ raised: number; done: number }>`
    select count(*)::int as raised, (count(*) filter (where ${status} in ${isDone}))::int as done
    from tickets t where ${within('t.created_at', stretch)}`.execute(reader)
  const { raised, done } = rows[0] ?? { raised: 0, done: 0 }
  return percent(done, raised)
}

/** Conversations in which an agent wrote. */
const answeredConversations = (reader: Reader, part: Split) =>
  countOf(
    reader,
    sql`(
      select m.conversation_id from messages m where ${countedIn(part.rest)} and m.source = 'AGENT'
      union
      select conversation_id from report_units
      where day between ${part.from} and ${part.to} and writer = ${writers.agent}
    ) answered`,
  )

const handledToday = (reader: Reader, days: WorkspaceDays, agentId: number, now: Date) => {
  const today = days.of(now)
  return countOf(
    reader,
    sql`(
      select distinct m.conversation_id from messages m
      where ${countedIn(spanOf(days, today, today))} and m.agent_id = ${agentId}
    ) mine`,
  )
}
