import * as z from 'zod'
import { declare, type Plain } from '../call.ts'
import { AgentId, ConversationId, Time } from '../ids.ts'
import { defaultDays, metricIds } from './constants.ts'

/** A calendar day in the workspace's time zone. */
export const Day = z.iso.date()

/** Both days are included. */
export const DayRange = z.object({
  start_date: Day.default(defaultDays.start_date),
  end_date: Day.default(defaultDays.end_date),
})
const DayRangeAndDaily = DayRange.extend({ include_daily: z.enum(['true', 'false']).default('false') })

export const UniqueUsersDay = z.object({ date: Day, unique_users: z.int(), new_users: z.int() })
export type UniqueUsersDay = Plain<z.output<typeof UniqueUsersDay>>

/** Bot, agent and mixed are disjoint; customers without a reply are in none of them. */
export const UniqueUsers = z.object({
  summary: z.object({
    start_date: Day,
    end_date: Day,
    total_unique_users: z.int(),
    total_new_users: z.int(),
    total_bot_users: z.int(),
    total_agent_users: z.int(),
    total_mixed_users: z.int(),
  }),
  /** One row for every day up to today, the oldest first; only on request. */
  daily: z.array(UniqueUsersDay).optional(),
})
export type UniqueUsers = Plain<z.output<typeof UniqueUsers>>

export const MessageStatsDay = z.object({
  message_date: Day,
  total_messages: z.int(),
  total_inbound: z.int(),
  total_outbound: z.int(),
  outbound_bot: z.int(),
  outbound_agent: z.int(),
  active_conversations: z.int(),
  /** 0 to 100. */
  bot_automation_percentage: z.number(),
})
export type MessageStatsDay = Plain<z.output<typeof MessageStatsDay>>

export const MessageStats = z.object({
  summary: z.object({
    start_date: Day,
    end_date: Day,
    total_messages: z.int(),
    inbound: z.object({ total: z.int(), by_source: z.object({ USER: z.int() }) }),
    outbound: z.object({ total: z.int(), by_source: z.object({ BOT: z.int(), AGENT: z.int() }) }),
    active_conversations: z.int(),
    /** Fractions, 0 to 1. */
    bot_automation_rate: z.number(),
    agent_handling_rate: z.number(),
  }),
  daily: z.array(MessageStatsDay).optional(),
})
export type MessageStats = Plain<z.output<typeof MessageStats>>

/** One agent's range. Null is "not measured". */
export const AgentMetrics = z.object({
  agent_id: AgentId,
  agent_name: z.string(),
  total_conversations: z.int(),
  total_responses: z.int(),
  average_response_time_minutes: z.number().nullable(),
  period_start: Day,
  period_end: Day,
  /** Ours: percent, 0 to 100. */
  resolution_rate: z.number().nullable(),
  /** Ours: 1 to 5. */
  satisfaction: z.number().nullable(),
})
export type AgentMetrics = z.output<typeof AgentMetrics>

/** Minutes, minutes, 1 to 5, and percent; null is "not measured". */
export const Averages = z.object({
  avg_response_time: z.number().nullable(),
  avg_resolution_time: z.number().nullable(),
  avg_satisfaction: z.number().nullable(),
  avg_fcr_rate: z.number().nullable(),
  /** Ours: tickets resolved in the range whose 72 hours are not over; avg_fcr_rate excludes them. */
  fcr_pending: z.int(),
})
export type Averages = Plain<z.output<typeof Averages>>

/** A figure and its comparison; null is "not measured" or "not stored". */
export const Compared = z.object({ current: z.number().nullable(), previous: z.number().nullable() })
export type Compared = Plain<z.output<typeof Compared>>

/** Waiting conversations of one agent, or without an owner. */
export const Wait = z.object({
  /** Null: without an owner. */
  agent_id: AgentId.nullable(),
  agent_name: z.string().nullable(),
  waiting: z.int(),
  longest_minutes: z.number(),
})
export type Wait = z.output<typeof Wait>

/**
 * The headline figures of the caller's dashboard. The week's run from Monday to now, compared with last week up to the same
 * weekday and time; docs/metrics.md, "Dashboard".
 */
export const Dashboard = z.object({
  as_of: Time,
  /** IANA; the zone of every day here. */
  time_zone: z.string(),
  week_start: Day,
  pending_conversations: Compared,
  active_conversations: Compared,
  waiting_now: Compared,
  /** Minutes; null: nobody waits. */
  longest_wait: Compared,
  /** Waiting conversations by owner, the longest wait first. */
  waits: z.array(Wait),
  week_response_time: Compared,
  week_resolution_rate: Compared,
  week_satisfaction: Compared,
  week_conversations: Compared,
  handled_today: z.int(),
})
export type Dashboard = z.output<typeof Dashboard>

/** One counted row of a figure, without its text. */
export const CountedRow = z.object({
  kind: z.enum(['customer', 'conversation', 'message', 'ticket', 'rating', 'agent']),
  id: z.string(),
  /** For a customer, the newest conversation; null for an agent. */
  conversation_id: ConversationId.nullable(),
  /** The customer's, or the agent's. */
  name: z.string(),
  /** Null for an agent. */
  phone_number: z.string().nullable(),
  /** A ticket's number and title, a message's author; else null. */
  label: z.string().nullable(),
  /** The time by the figure's definition; null for a figure of the present. */
  at: Time.nullable(),
  /** Its contribution to a mean or a sum, in the figure's unit; for a share, 1 or 0. */
  value: z.number().nullable(),
})
export type CountedRow = z.output<typeof CountedRow>

export const CountedRows = z.object({
  as_of: Time,
  /** The figure, computed from all of its rows; null is "not measured". */
  figure: z.number().nullable(),
  /** Without conversations that the caller may not see; the figure counts them. */
  bounded: z.boolean(),
  rows: z.array(CountedRow),
  /** The value of `after` for the next page; null at the end. */
  next: z.string().nullable(),
})
export type CountedRows = z.output<typeof CountedRows>

/** The team's workload now; docs/metrics.md, "Workload and availability". */
export const WorkloadMetrics = z.object({
  total_agents: z.int(),
  overloaded_agents: z.int(),
  /** May exceed 100. */
  avg_utilization_percentage: z.number(),
  max_workload: z.int(),
})
export type WorkloadMetrics = Plain<z.output<typeof WorkloadMetrics>>

/** An agent whose workload is at or above capacity. */
export const OverloadedAgent = z.object({
  user_id: AgentId,
  user_name: z.string(),
  current_workload: z.int(),
  max_capacity: z.int(),
  /** 0 for an agent who is exactly at capacity. */
  capacity_exceeded_by: z.int(),
})
export type OverloadedAgent = z.output<typeof OverloadedAgent>

export const reportCalls = declare({
  uniqueUsers: {
    method: 'GET',
    path: '/statistics/unique-users',
    summary: 'Distinct customers of a range of days, and who answered them',
    policy: 'figures',
    query: DayRangeAndDaily,
    reply: UniqueUsers,
  },
  messageStats: {
    method: 'GET',
    path: '/statistics/message-stats',
    summary: 'Messages of a range of days by direction and source',
    policy: 'figures',
    query: DayRangeAndDaily,
    reply: MessageStats,
  },
  agentMetrics: {
    method: 'GET',
    path: '/performance/metrics-summary',
    summary: 'One row for every agent who wrote in a range of days, the most conversations first',
    policy: 'figures',
    query: DayRange,
    reply: z.array(AgentMetrics),
  },
  averages: {
    method: 'GET',
    path: '/performance/averages',
    summary: 'Mean response and resolution time, satisfaction, first-contact resolution of a range of days',
    policy: 'figures',
    query: DayRange,
    reply: Averages,
  },
  dashboard: {
    method: 'GET',
    path: '/dashboard',
    summary: "The headline figures of the caller's dashboard, each with what it is compared with",
    policy: 'figures',
    area: 'dashboard',
    reply: Dashboard,
  },
  countedRows: {
    method: 'GET',
    path: '/reports/rows',
    summary: 'The very customers, conversations, messages, tickets, ratings or agents that a figure counts',
    policy: 'colleague-figures',
    owner: 'query.agent_id',
    query: DayRange.extend({
      metric: z.enum(metricIds),
      /** For figures of one agent. Figures of waits cover everybody without it, and also accept `unassigned`. */
      agent_id: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      after: z.string().max(200).optional(),
    }),
    reply: CountedRows,
    problems: ['agent.not-found'],
  },
  workloadMonitor: {
    method: 'GET',
    path: '/monitor/workload/monitor',
    summary: 'How loaded the team is now',
    policy: 'figures',
    reply: z.object({ metrics: WorkloadMetrics }),
  },
  overloadedAgents: {
    method: 'GET',
    path: '/monitor/workload/overloaded-agents',
    summary: 'The agents at or above their capacity, the most overloaded first',
    policy: 'figures',
    reply: z.object({ overloaded_agents: z.array(OverloadedAgent) }),
  },
})
