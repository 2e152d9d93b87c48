import { type RawBuilder, sql } from 'kysely'
import type { CountedRow } from '@parley/core/reports/api'
import type { MetricId } from '@parley/core/reports/constants'
import { conversationCounts, markOf, seenNo, unreadConversations } from '../conversations/counts.ts'
import { waits } from '../conversations/queue.ts'
import type { Reader } from '../db/write.ts'
import {
  countedIn,
  firstContact,
  firstContactKnownBefore,
  isDone,
  mean,
  msPerMinute,
  resolutionMs,
  secondsPerMinute,
  share,
  within,
  writerOf,
  writers,
} from './definitions.ts'
import { responseTimes } from './performance.ts'
import { type MessageTotals, messageTotals } from './messages.ts'
import type { Split, TimeRange } from './days.ts'
import { isNew, type UserTotals, userTotals } from './users.ts'

/** How the amounts of its rows become a figure. */
export type Aggregate = 'count' | 'mean' | 'greatest' | 'fraction' | 'percent' | 'percent-or-null'

/**
 * The rows that a figure counts. `rows` selects `id`, `second` (0, or a second key), `at` and `amount`. `at` is the order and
 * never null; `amount` is a whole number, or null if rows are only counted.
 */
export interface Source {
  readonly kind: Exclude<CountedRow['kind'], 'agent'>
  readonly rows: Sql
  readonly aggregate: Aggregate
  /** The figure's unit in units of the amount. */
  readonly per: number
  /** The time of the row `p`, as shown. */
  readonly moment: Sql
  /** The figure by a faster way than through all rows. */
  readonly figure: ((reader: Reader) => Promise<number | null>) | null
}

/** The time of a figure, and its agent or owner. */
export interface Params {
  readonly range: Period
  readonly week: Period
  readonly today: Period
  readonly callerId: number
  /** For figures of one agent. */
  readonly agentId: number
  /** For figures by owner of the conversations. */
  readonly owner: 'anybody' | 'nobody' | number
  readonly now: Date
}

export interface Period {
  readonly time: TimeRange
  readonly part: Split
}

type Sql = RawBuilder<unknown>

const all = sql`true`
const source = (kind: Source['kind'], aggregate: Aggregate, rows: Sql, per = 1): Source => ({
  kind,
  rows,
  aggregate,
  per,
  moment: sql`p.at`,
  figure: null,
})

/** Customers and conversations are listed by id. Their time is looked up only for the page. */
const unordered = sql`timestamptz 'epoch'`

const withBot = sql`p.writers & ${writers.bot} <> 0`
const withAgent = sql`p.writers & ${writers.agent} <> 0`
const byBotAlone = sql`(${withBot} and not ${withAgent})`

/** Customers who wrote in the range, with their first message in it; `p.writers` is the set of writers who answered them. */
function customers(
  { time, part }: Period,
  aggregate: Aggregate,
  name: keyof UserTotals | 'bot_share',
  condition: Sql,
  amount: Sql = sql`null::bigint`,
): Source {
  const rows = sql`
    select p.customer_id as id, 0::bigint as second, ${unordered} as at, ${amount} as amount from (
      select customer_id, bit_or(writer) as writers from (
        select customer_id, writer from report_units where day between ${part.from} and ${part.to}
        union all
        select c.customer_id, ${writerOf} from messages m join conversations c on c.id = m.conversation_id
        where ${countedIn(part.rest)}
      ) each group by customer_id having bit_or(writer) & ${writers.customer} <> 0
    ) p where ${condition}`
  return {
    ...source('customer', aggregate, rows),
    moment: sql`(
      select min(m.at) from conversations c join messages m on m.conversation_id = c.id
      where c.customer_id = p.id and m.source = 'CUSTOMER' and ${countedIn(time)})`,
    figure: async reader => {
      const totals = await userTotals(reader, part)
      return name === 'bot_share'
        ? share(totals.total_bot_users, totals.total_unique_users) * 100
        : totals[name]
    },
  }
}

const messages = ({ time }: Period, condition: Sql, amount: Sql = sql`null::bigint`) => sql`
  select m.id, 0::bigint as second, m.at, ${amount} as amount from messages m
  where ${countedIn(time)} and ${condition}`

/** Messages of some writers: their number or their share. */
const written = (
  period: Period,
  condition: Sql,
  figure: (totals: MessageTotals) => number,
  amount?: Sql,
): Source => ({
  ...source('message', amount === undefined ? 'count' : 'fraction', messages(period, condition, amount)),
  figure: async reader => figure(await messageTotals(reader, period.part)),
})

/** Answers with a response time, of every agent or of one. */
const answers = (period: Period, agentId: number | null): Source => ({
  ...source(
    'message',
    'mean',
    messages(
      period,
      sql`${agentId === null ? byAgents : by(agentId)} and m.response_time_seconds is not null`,
      sql`m.response_time_seconds::bigint`,
    ),
    secondsPerMinute,
  ),
  figure: async reader => {
    const { sum, count } = await responseTimes(reader, period.part, agentId)
    return mean(sum, count, secondsPerMinute)
  },
})

/** A condition on the writer, for both parts of a period. */
interface Wrote {
  /** Of report_units as `u`. */
  readonly unit: Sql
  /** Of messages as `m`. */
  readonly message: Sql
}

/** Conversations with a message that meets the condition, or one row for each of its agents. */
function conversations(
  { time, part }: Period,
  { unit, message }: Wrote,
  each: 'conversation' | 'agent' = 'conversation',
): Source {
  const second = (agent: Sql) => (each === 'agent' ? agent : sql`0::bigint`)
  const rows = sql`
    select u.conversation_id as id, ${second(sql`u.agent_id`)} as second, ${unordered} as at, null::bigint as amount
    from report_units u where u.day between ${part.from} and ${part.to} and ${unit}
    union
    select m.conversation_id, ${second(sql`m.agent_id`)}, ${unordered}, null::bigint
    from messages m where ${countedIn(part.rest)} and ${message}`
  return {
    ...source('conversation', 'count', rows),
    moment: sql`(
      select max(m.at) from messages m where m.conversation_id = p.id and ${countedIn(time)} and ${message}
        and (p.second = 0 or m.agent_id = p.second))`,
  }
}

const tickets = (column: string, { time }: Period, amount: Sql, condition: Sql = all) => sql`
  select t.id, 0::bigint as second, ${sql.ref(column)} as at, ${amount} as amount from tickets t
  where ${within(column, time)} and ${condition}`

const ratings = ({ time }: Period, condition: Sql = all) => sql`
  select r.id, 0::bigint as second, r.at, r.rating::bigint as amount from ratings r
  where ${within('r.at', time)} and ${condition}`

const ofNow = (condition: Sql, joins: Sql = sql``): Source => ({
  ...source(
    'conversation',
    'count',
    sql`select c.id, 0::bigint as second, ${unordered} as at, null::bigint as amount
      from conversations c ${joins} where ${condition}`,
  ),
  moment: sql`null::timestamptz`,
})

const owned = (owner: Params['owner']): Sql =>
  owner === 'anybody' ? all : owner === 'nobody' ? sql`c.assignee_id is null` : sql`c.assignee_id = ${owner}`

/** Waiting conversations, the longest wait first: `at` mirrors the start of the wait at 1970. */
const waiting = (owner: Params['owner'], aggregate: Aggregate, amount: Sql, per = 1): Source => ({
  ...source(
    'conversation',
    aggregate,
    sql`select c.id, coalesce(c.assignee_id, 0) as second,
        timestamptz 'epoch' + (timestamptz 'epoch' - c.human_wait_started_at) as at, ${amount} as amount
      from conversations c where ${waits} and ${owned(owner)}`,
    per,
  ),
  moment: sql`(select c.human_wait_started_at from conversations c where c.id = p.id)`,
})

/** Milliseconds. */
const waited = (now: Date): Sql =>
  sql`greatest(0, (extract(epoch from ${now}::timestamptz - c.human_wait_started_at) * 1000)::bigint)`

const oneIf = (condition: Sql) => sql`case when ${condition} then 1 else 0 end::bigint`
const byBot = sql`m.source = 'BOT'`
const byAgents = sql`m.source = 'AGENT'`
const outbound = sql`m.source in ('BOT', 'AGENT')`
const by = (agentId: number) => sql`(m.source = 'AGENT' and m.agent_id = ${agentId})`
const anybody: Wrote = { unit: all, message: all }
const anyAgent: Wrote = { unit: sql`u.writer = ${writers.agent}`, message: byAgents }
const agent = (id: number): Wrote => ({ unit: sql`u.agent_id = ${id}`, message: by(id) })
const done = oneIf(sql`t.status in ${isDone}`)

/** The rows of these figures are agents: see team.ts. */
export type TeamMetric =
  | 'total_agents'
  | 'overloaded_agents'
  | 'avg_utilization'
  | 'max_workload'
  | 'available_agents'
  | 'agents_with_capacity'

/** The rows of every other figure; docs/metrics.md. */
export const sources: Record<Exclude<MetricId, TeamMetric>, (params: Params) => Source> = {
  total_unique_users: ({ range }) => customers(range, 'count', 'total_unique_users', all),
  total_new_users: ({ range }) =>
    customers(range, 'count', 'total_new_users', isNew(sql`${range.time.start}`)),
  total_bot_users: ({ range }) => customers(range, 'count', 'total_bot_users', byBotAlone),
  total_agent_users: ({ range }) =>
    customers(range, 'count', 'total_agent_users', sql`(${withAgent} and not ${withBot})`),
  total_mixed_users: ({ range }) =>
    customers(range, 'count', 'total_mixed_users', sql`(${withBot} and ${withAgent})`),
  bot_handling_rate: ({ range }) => customers(range, 'percent', 'bot_share', all, oneIf(byBotAlone)),
  total_messages: ({ range }) => written(range, all, totals => totals.total_messages),
  inbound_messages: ({ range }) => written(range, sql`m.source = 'CUSTOMER'`, totals => totals.inbound.total),
  outbound_messages: ({ range }) => written(range, outbound, totals => totals.outbound.total),
  bot_messages: ({ range }) => written(range, byBot, totals => totals.outbound.by_source.BOT),
  agent_messages: ({ range }) => written(range, byAgents, totals => totals.outbound.by_source.AGENT),
  range_conversations: ({ range }) => conversations(range, anybody),
  bot_automation_rate: ({ range }) =>
    written(range, outbound, totals => totals.bot_automation_rate, oneIf(byBot)),
  agent_handling_rate: ({ range }) =>
    written(range, outbound, totals => totals.agent_handling_rate, oneIf(byAgents)),
  agent_conversations: ({ range, agentId }) => conversations(range, agent(agentId)),
  total_conversations: ({ range }) => conversations(range, anyAgent, 'agent'),
  agent_responses: ({ range, agentId }) => source('message', 'count', messages(range, by(agentId))),
  agent_response_time: ({ range, agentId }) => answers(range, agentId),
  agent_resolution_rate: ({ range, agentId }) =>
    source(
      'ticket',
      'percent-or-null',
      tickets(
        't.created_at',
        range,
        done,
        sql`exists (select 1 from messages m
          where m.conversation_id = t.conversation_id and ${countedIn(range.time)} and ${by(agentId)})`,
      ),
    ),
  agent_satisfaction: ({ range, agentId }) =>
    source('rating', 'mean', ratings(range, sql`r.owner_id = ${agentId}`)),
  avg_response_time: ({ range }) => answers(range, null),
  avg_resolution_time: ({ range }) =>
    source('ticket', 'mean', tickets('t.resolved_at', range, resolutionMs), msPerMinute),
  avg_satisfaction: ({ range }) => source('rating', 'mean', ratings(range)),
  avg_fcr_rate: ({ range, now }) =>
    source(
      'ticket',
      'percent-or-null',
      tickets(
        't.resolved_at',
        range,
        oneIf(firstContact),
        sql`t.resolved_at < ${firstContactKnownBefore(now)}`,
      ),
    ),
  pending_conversations: ({ callerId }) => ({
    ...ofNow(sql`c.inbound_no > ${seenNo(callerId)} and c.assignee_id = ${callerId}`, markOf(callerId)),
    figure: reader => unreadConversations(reader, callerId),
  }),
  active_conversations: () => ({
    ...ofNow(sql`c.status = 'ACTIVE'`),
    figure: async reader => (await conversationCounts(reader, { visibility: null })).ACTIVE ?? 0,
  }),
  waiting_now: ({ owner }) => waiting(owner, 'count', sql`null::bigint`),
  longest_wait: ({ owner, now }) => waiting(owner, 'greatest', waited(now), msPerMinute),
  week_response_time: ({ week }) => answers(week, null),
  week_resolution_rate: ({ week }) =>
    source('ticket', 'percent-or-null', tickets('t.created_at', week, done)),
  week_satisfaction: ({ week }) => source('rating', 'mean', ratings(week)),
  week_conversations: ({ week }) => conversations(week, anyAgent),
  handled_today: ({ today, callerId }) => conversations(today, agent(callerId)),
}
