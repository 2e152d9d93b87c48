import { sql } from 'kysely'
import type { AgentId } from '@parley/core/ids'
import type { Compared, Dashboard, Wait } from '@parley/core/reports/api'
import { conversationCounts, unreadConversations } from '../conversations/counts.ts'
import { waits } from '../conversations/queue.ts'
import type { Reader } from '../db/write.ts'
import type { VisibilityScope } from '../visibility/queries.ts'
import {
  type DayNo,
  dayRange,
  type Split,
  split,
  type TimeRange,
  weeksAt,
  type WorkspaceDays,
} from './days.ts'
import {
  countedIn,
  isDone,
  mean,
  msPerMinute,
  percent,
  secondsPerMinute,
  within,
  writers,
} from './definitions.ts'
import { ratingsGiven, responseTimes } from './performance.ts'

/** Milliseconds until `now`; never below 0, since the clocks of two servers differ. */
const since = (at: Date, now: Date): number => Math.max(0, now.getTime() - at.getTime())

/** Waiting conversations by owner, the longest wait first. Reads only the index. */
export async function waitsByOwner(reader: Reader, now: Date): Promise<Wait[]> {
  const { rows } = await sql<{ id: number | null; name: string | null; waiting: number; since: Date }>`
    select w.assignee_id as id, a.name, w.waiting, w.since from (
      select c.assignee_id, count(*)::int as waiting, min(c.human_wait_started_at) as since
      from conversations c where ${waits} group by 1
    ) w left join agents a on a.id = w.assignee_id order by w.since, w.assignee_id nulls first`.execute(
    reader,
  )
  return rows.map(row => ({
    agent_id: row.id === null ? null : (String(row.id) as AgentId),
    agent_name: row.name,
    waiting: row.waiting,
    longest_minutes: since(row.since, now) / msPerMinute,
  }))
}

/** Last week's value is not stored. */
const ofNow = (current: number | null): Compared => ({ current, previous: null })

/** The agent who reads the figures. Unread conversations are those of the agent; other figures are the same for all. */
export interface Viewer {
  readonly agentId: number
  readonly visibility: VisibilityScope
  /** Whether the viewer may see the figures of the agent with this id. */
  readonly seesFiguresOf: (agentId: string) => boolean
}

/** The headline figures for one agent; docs/metrics.md, "Dashboard". */
export async function dashboardOf(
  reader: Reader,
  days: WorkspaceDays,
  through: DayNo,
  { agentId, seesFiguresOf }: Viewer,
  now: Date,
): Promise<Dashboard> {
  const { monday, current, previous } = weeksAt(days, now)
  const response = async (time: TimeRange) => {
    const { sum, count } = await responseTimes(reader, split(days, time, through))
    return mean(sum, count, secondsPerMinute)
  }
  const satisfaction = async (time: TimeRange) => {
    const { sum, count } = await ratingsGiven(reader, time)
    return mean(sum, count)
  }
  const waits = await waitsByOwner(reader, now)
  return {
    as_of: now.toISOString(),
    time_zone: days.timeZone,
    week_start: monday,
    pending_conversations: ofNow(await unreadConversations(reader, agentId)),
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
  (await conversationCounts(reader, { visibility: null })).ACTIVE ?? 0

/** The status of the ticket `t` just before an instant. */
const statusAt = (at: Date) => sql<string>`(
  select to_status from ticket_changes s where s.ticket_id = t.id and s.at < ${at} order by s.at desc, s.id desc limit 1)`

/** The percentage of done tickets among those raised in a time range. `status`: SQL for the status of `t`. */
async function resolutionRate(
  reader: Reader,
  time: TimeRange,
  status: ReturnType<typeof sql>,
): Promise<number | null> {
  const { rows } = await sql<{ raised: number; done: number }>`
    select count(*)::int as raised, (count(*) filter (where ${status} in ${isDone}))::int as done
    from tickets t where ${within('t.created_at', time)}`.execute(reader)
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
      where ${countedIn(dayRange(days, today, today))} and m.agent_id = ${agentId}
    ) mine`,
  )
}
