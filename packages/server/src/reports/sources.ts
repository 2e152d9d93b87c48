import { type RawBuilder, sql } from 'kysely'
import type { CountedRow } from '@parley/core/reports/api'
import type { MetricId } from '@parley/core/reports/constants'
import { conversationCounts, markOf, seenNo, unreadConversations } from '../conversations/counts.ts'
import { waits } from '../conversations/queue.ts'
import type { Reader } from '../db/write.ts'
import { isInSight, type Sight } from '../sight/queries.ts'
import { mean, msPerMinute, secondsPerMinute, share } from './arithmetic.ts'
import { responseTimes } from './averages.ts'
import { countedIn, firstContact, firstContactKnownBefore, isDone, resolutionMs, within } from './counted.ts'
import { type MessageTotals, messageTotals } from './messages.ts'
import type { Split, Stretch } from './range.ts'
import { writerOf, writers } from './series.ts'
import { isNew, type UserTotals, userTotals } from './users.ts'

/** How a figure comes from its rows' amounts. */
export type Fold = 'count' | 'mean' | 'greatest' | 'fraction' | 'percent' | 'percent-or-null'

/**
 * The rows that a figure counts. `rows` selects `id`, `second` (0, or what tells two rows of one id apart), `at` (for
 * order, never null) and `amount` (a whole number, or null where rows are only counted).
 */
export interface Source {
  readonly kind: Exclude<CountedRow['kind'], 'agent'>
  readonly rows: Sql
  readonly fold: Fold
  /** So many of an amount are one of the figure's unit. */
  readonly per: number
  /** When a row of the alias `p` happened. */
  readonly moment: Sql
  /** The figure, where the call that answers it has a faster way than through all rows. */
  readonly figure: ((reader: Reader) => Promise<number | null>) | null
}

/** What a figure is taken over, and whose it is. */
export interface Scope {
  readonly range: Span
  readonly week: Span
  readonly today: Span
  readonly callerId: number
  /** What bounds it. */
  readonly sight: Sight
  /** Of the figures that are one agent's. */
  readonly agentId: number
  /** Of the figures that are of those who have the conversations. */
  readonly owner: 'anybody' | 'nobody' | number
  readonly now: Date
}

/** A stretch, and its parts. */
export interface Span {
  readonly stretch: Stretch
  readonly part: Split
}

type Sql = RawBuilder<unknown>

const all = sql`true`
const source = (kind: Source['kind'], fold: Fold, rows: Sql, per = 1): Source => ({
  kind,
  rows,
  fold,
  per,
  moment: sql`p.at`,
  figure: null,
})

/** Entities are listed by id; their moment is looked up for the page alone. */
const unordered = sql`timestamptz 'epoch'`

const withBot = sql`p.writers & ${writers.bot} <> 0`
const withAgent = sql`p.writers & ${writers.agent} <> 0`
const byBotAlone = sql`(${withBot} and not ${withAgent})`

/** Customers who wrote in the range, by their first message in it; `p.writers` says who answered them. */
function customers(
  { stretch, part }: Span,
  fold: Fold,
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
    ...source('customer', fold, rows),
    moment: sql`(
      select min(m.at) from conversations c join messages m on m.conversation_id = c.id
      where c.customer_id = p.id and m.source = 'CUSTOMER' and ${countedIn(stretch)})`,
    figure: async reader => {
      const totals = await userTotals(reader, part)
      return name === 'bot_share'
        ? share(totals.total_bot_users, totals.total_unique_users) * 100
        : totals[name]
    },
  }
}

const messages = ({ stretch }: Span, condition: Sql, amount: Sql = sql`null::bigint`) => sql`
  select m.id, 0::bigint as second, m.at, ${amount} as amount from messages m
  where ${countedIn(stretch)} and ${condition}`

/** Messages of some writers, all of them or as a share. */
const written = (
  span: Span,
  condition: Sql,
  figure: (totals: MessageTotals) => number,
  amount?: Sql,
): Source => ({
  ...source('message', amount === undefined ? 'count' : 'fraction', messages(span, condition, amount)),
  figure: async reader => figure(await messageTotals(reader, span.part)),
})

/** Answers that have a response time, of every agent or of one. */
const answers = (span: Span, agentId: number | null): Source => ({
  ...source(
    'message',
    'mean',
    messages(
      span,
      sql`${agentId === null ? byAgents : by(agentId)} and m.response_time_seconds is not null`,
      sql`m.response_time_seconds::bigint`,
    ),
    secondsPerMinute,
  ),
  figure: async reader => {
    const { sum, count } = await responseTimes(reader, span.part, agentId)
    return mean(sum, count, secondsPerMinute)
  },
})

/** Which writers' conversations are listed. */
interface Wrote {
  /** Of the alias `u` of the roll-ups. */
  readonly unit: Sql
  /** Of the alias `m`. */
  readonly message: Sql
}

/** Conversations by their newest message that meets the condition; once for each agent if `each` says so. */
function conversations(
  { stretch, part }: Span,
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
      select max(m.at) from messages m where m.conversation_id = p.id and ${countedIn(stretch)} and ${message}
        and (p.second = 0 or m.agent_id = p.second))`,
  }
}

const tickets = (column: string, { stretch }: Span, amount: Sql, condition: Sql = all) => sql`
  select t.id, 0::bigint as second, ${sql.ref(column)} as at, ${amount} as amount from tickets t
  where ${within(column, stretch)} and ${condition}`

const ratings = ({ stretch }: Span, condition: Sql = all) => sql`
  select r.id, 0::bigint as second, r.at, r.rating::bigint as amount from ratings r
  where ${within('r.at', stretch)} and ${condition}`

const ofNow = (condition: Sql, joins: Sql = sql``): Source => ({
  ...source(
    'conversation',
    'count',
    sql`select c.id, 0::bigint as second, ${unordered} as at, null::bigint as amount
      from conversations c ${joins} where ${condition}`,
  ),
  moment: sql`null::timestamptz`,
})

const owned = (owner: Scope['owner']): Sql =>
  owner === 'anybody' ? all : owner === 'nobody' ? sql`c.assignee_id is null` : sql`c.assignee_id = ${owner}`

/** Conversations that wait, the longest first: `at` is their start as far before 1970 as it is after. */
const waiting = (owner: Scope['owner'], fold: Fold, amount: Sql, per = 1): Source => ({
  ...source(
    'conversation',
    fold,
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

/** The figures of agents and workload, whose rows are agents, are folded from the team as it is. */
export type TeamMetric =
  | 'total_agents'
  | 'overloaded_agents'
  | 'avg_utilization'
  | 'max_workload'
  | 'available_agents'
  | 'agents_with_capacity'

/** The rows of every figure, by docs/metrics.md. */
export const sources: Record<Exclude<MetricId, TeamMetric>, (scope: Scope) => Source> = {
  total_unique_users: ({ range }) => customers(range, 'count', 'total_unique_users', all),
  total_new_users: ({ range }) =>
    customers(range, 'count', 'total_new_users', isNew(sql`${range.stretch.start}`)),
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
          where m.conversation_id = t.conversation_id and ${countedIn(range.stretch)} and ${by(agentId)})`,
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
  pending_conversations: ({ callerId, sight }) => ({
    ...ofNow(sql`c.inbound_no > ${seenNo(callerId)} and ${isInSight(sight)}`, markOf(callerId)),
    figure: reader => unreadConversations(reader, callerId, sight),
  }),
  active_conversations: () => ({
    ...ofNow(sql`c.status = 'ACTIVE'`),
    figure: async reader => (await conversationCounts(reader, { sight: null })).ACTIVE ?? 0,
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
