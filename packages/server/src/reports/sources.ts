import type { CountedRow } from '@parley/core/api/reports'
import type { MetricId } from '@parley/core/words/metrics'
import { type RawBuilder, sql } from 'kysely'
import { msPerMinute, secondsPerMinute } from './arithmetic.ts'
import { countedIn, firstContact, isDone, resolutionMs, within } from './counted.ts'
import type { Range, Stretch } from './range.ts'
import { isNew } from './users.ts'

/** How a figure comes from its rows' amounts. */
export type Fold = 'count' | 'mean' | 'fraction' | 'percent' | 'percent-or-null'

/**
 * The rows that a figure counts. `rows` selects `id`, `second` (0, or what tells two rows of one id apart), `at` (for
 * order, never null) and `amount` (a whole number, or null where rows are only counted).
 */
export interface Source {
  readonly kind: Exclude<CountedRow['kind'], 'agent'>
  readonly rows: RawBuilder<unknown>
  readonly fold: Fold
  /** So many of an amount are one of the figure's unit. */
  readonly per: number
  /** False where the figure is of now and the rows happened at no time of its own. */
  readonly timed: boolean
}

/** What a figure is taken over, and whose it is. */
export interface Scope {
  readonly range: Range
  readonly week: Stretch
  readonly today: Range
  readonly callerId: number
  /** Of the figures that are one agent's. */
  readonly agentId: number
}

type Sql = RawBuilder<unknown>

const all = sql`true`
const source = (kind: Source['kind'], fold: Fold, rows: Sql, per = 1): Source => ({
  kind,
  rows,
  fold,
  per,
  timed: true,
})

/** Customers who wrote in the range; `p` has who answered them. */
const customers = (range: Range, condition: Sql, amount: Sql = sql`null::bigint`) => sql`
  select p.customer_id as id, 0::bigint as second, p.first_at as at, ${amount} as amount from (
    select c.customer_id, min(m.at) filter (where m.source = 'CUSTOMER') as first_at,
      bool_or(m.source = 'BOT') as bot, bool_or(m.source = 'AGENT') as agent
    from messages m join conversations c on c.id = m.conversation_id
    where ${countedIn(range)} group by c.customer_id having bool_or(m.source = 'CUSTOMER')
  ) p where ${condition}`

const messages = (span: Stretch, condition: Sql, amount: Sql = sql`null::bigint`) => sql`
  select m.id, 0::bigint as second, m.at, ${amount} as amount from messages m
  where ${countedIn(span)} and ${condition}`

/** Conversations by their newest message that meets the condition. */
const conversations = (span: Stretch, condition: Sql, second: Sql = sql`0::bigint`) => sql`
  select m.conversation_id as id, ${second} as second, max(m.at) as at, null::bigint as amount from messages m
  where ${countedIn(span)} and ${condition} group by 1, 2`

const tickets = (column: string, span: Stretch, amount: Sql, condition: Sql = all) => sql`
  select t.id, 0::bigint as second, ${sql.ref(column)} as at, ${amount} as amount from tickets t
  where ${within(column, span)} and ${condition}`

const ratings = (span: Stretch, condition: Sql = all) => sql`
  select r.id, 0::bigint as second, r.at, r.rating::bigint as amount from ratings r
  where ${within('r.at', span)} and ${condition}`

const ofNow = (condition: Sql, joins: Sql = sql``): Source => ({
  ...source(
    'conversation',
    'count',
    sql`select c.id, 0::bigint as second, c.created_at as at, null::bigint as amount
      from conversations c ${joins} where ${condition}`,
  ),
  timed: false,
})

const oneIf = (condition: Sql) => sql`case when ${condition} then 1 else 0 end::bigint`
const byBot = sql`m.source = 'BOT'`
const byAgents = sql`m.source = 'AGENT'`
const outbound = sql`m.source in ('BOT', 'AGENT')`
const by = (agentId: number) => sql`(m.source = 'AGENT' and m.agent_id = ${agentId})`
const timed = sql`m.response_time_seconds is not null`
const seconds = sql`m.response_time_seconds::bigint`
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
  total_unique_users: ({ range }) => source('customer', 'count', customers(range, all)),
  total_new_users: ({ range }) => source('customer', 'count', customers(range, isNew)),
  total_bot_users: ({ range }) => source('customer', 'count', customers(range, sql`p.bot and not p.agent`)),
  total_agent_users: ({ range }) => source('customer', 'count', customers(range, sql`p.agent and not p.bot`)),
  total_mixed_users: ({ range }) => source('customer', 'count', customers(range, sql`p.bot and p.agent`)),
  bot_handling_rate: ({ range }) =>
    source('customer', 'percent', customers(range, all, oneIf(sql`p.bot and not p.agent`))),
  total_messages: ({ range }) => source('message', 'count', messages(range, all)),
  inbound_messages: ({ range }) => source('message', 'count', messages(range, sql`m.source = 'CUSTOMER'`)),
  outbound_messages: ({ range }) => source('message', 'count', messages(range, outbound)),
  bot_messages: ({ range }) => source('message', 'count', messages(range, byBot)),
  agent_messages: ({ range }) => source('message', 'count', messages(range, byAgents)),
  range_conversations: ({ range }) => source('conversation', 'count', conversations(range, all)),
  bot_automation_rate: ({ range }) => source('message', 'fraction', messages(range, outbound, oneIf(byBot))),
  agent_handling_rate: ({ range }) =>
    source('message', 'fraction', messages(range, outbound, oneIf(byAgents))),
  agent_conversations: ({ range, agentId }) =>
    source('conversation', 'count', conversations(range, by(agentId))),
  total_conversations: ({ range }) =>
    source('conversation', 'count', conversations(range, byAgents, sql`m.agent_id`)),
  agent_responses: ({ range, agentId }) => source('message', 'count', messages(range, by(agentId))),
  agent_response_time: ({ range, agentId }) =>
    source('message', 'mean', messages(range, sql`${by(agentId)} and ${timed}`, seconds), secondsPerMinute),
  agent_resolution_rate: ({ range, agentId }) =>
    source(
      'ticket',
      'percent-or-null',
      tickets(
        't.created_at',
        range,
        done,
        sql`exists (select 1 from messages m
          where m.conversation_id = t.conversation_id and ${countedIn(range)} and ${by(agentId)})`,
      ),
    ),
  agent_satisfaction: ({ range, agentId }) =>
    source('rating', 'mean', ratings(range, sql`r.owner_id = ${agentId}`)),
  avg_response_time: ({ range }) =>
    source('message', 'mean', messages(range, sql`${byAgents} and ${timed}`, seconds), secondsPerMinute),
  avg_resolution_time: ({ range }) =>
    source('ticket', 'mean', tickets('t.resolved_at', range, resolutionMs), msPerMinute),
  avg_satisfaction: ({ range }) => source('rating', 'mean', ratings(range)),
  avg_fcr_rate: ({ range }) =>
    source('ticket', 'percent-or-null', tickets('t.resolved_at', range, oneIf(firstContact))),
  pending_conversations: ({ callerId }) =>
    ofNow(
      sql`c.inbound_no > coalesce(k.seen_no, 0)`,
      sql`left join marks k on k.conversation_id = c.id and k.agent_id = ${callerId}`,
    ),
  active_conversations: () => ofNow(sql`c.status = 'ACTIVE'`),
  week_response_time: ({ week }) =>
    source('message', 'mean', messages(week, sql`${byAgents} and ${timed}`, seconds), secondsPerMinute),
  week_resolution_rate: ({ week }) =>
    source('ticket', 'percent-or-null', tickets('t.created_at', week, done)),
  week_satisfaction: ({ week }) => source('rating', 'mean', ratings(week)),
  week_conversations: ({ week }) => source('conversation', 'count', conversations(week, byAgents)),
  handled_today: ({ today, callerId }) =>
    source(
      'conversation',
      'count',
      conversations(
        today,
        sql`${by(callerId)} and exists (
          select 1 from conversations c where c.id = m.conversation_id and c.assignee_id = ${callerId})`,
      ),
    ),
}
