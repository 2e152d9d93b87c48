import type { AgentMetrics, Averages, Dashboard } from '../api/reports.ts'
import { metrics } from '../metrics/catalogue.ts'
import { type Trend, trendOf } from './trend.ts'

/** An agent as the performance table shows one (DATA-24). Null is "not measured". */
export interface AgentView {
  readonly id: string
  readonly name: string
  readonly conversations: number
  readonly messages: number
  /** Minutes. */
  readonly avgResponseTime: number | null
  /** 0 to 100. */
  readonly resolutionRate: number | null
  /** 1 to 5. */
  readonly satisfaction: number | null
}

/** The rows of the table, the most conversations first; equals by name. */
export const agentViews = (
  rows: readonly (Omit<AgentMetrics, 'agent_id'> & { readonly agent_id: string })[],
): readonly AgentView[] =>
  rows
    .map(row => ({
      id: row.agent_id,
      name: row.agent_name,
      conversations: row.total_conversations,
      messages: row.total_responses,
      avgResponseTime: row.average_response_time_minutes,
      resolutionRate: row.resolution_rate,
      satisfaction: row.satisfaction,
    }))
    .toSorted((a, b) => b.conversations - a.conversations || a.name.localeCompare(b.name))

/** The header's total: the sum over the agents. */
export const totalConversations = (agents: readonly AgentView[]): number =>
  agents.reduce((sum, { conversations }) => sum + conversations, 0)

/** What the averages read while they could not be fetched (ERR-26); never shown. */
export const noAverages: Averages = {
  avg_response_time: 0,
  avg_resolution_time: 0,
  avg_satisfaction: 0,
  avg_fcr_rate: 0,
  fcr_pending: 0,
}

/** One of the figures that are compared with last week (DATA-26). */
export interface PerformanceFigure {
  readonly current: number | null
  /** Last week's; null where nothing was measured then. */
  readonly previous: number | null
  readonly trend: 'up' | 'down' | null
  /** Percent; null without a trend. */
  readonly trendValue: number | null
  /** Whether the trend is good news; null where it is neither. */
  readonly good: boolean | null
}

export interface PerformanceFigures {
  readonly responseTime: PerformanceFigure
  readonly resolutionRate: PerformanceFigure
  readonly customerSatisfaction: PerformanceFigure
  readonly conversationsHandled: PerformanceFigure
}

type Week = Pick<
  Dashboard,
  'week_response_time' | 'week_resolution_rate' | 'week_satisfaction' | 'week_conversations'
>

/** This week against last week. */
export function performanceFigures(week: Week): PerformanceFigures {
  const figure = (name: keyof Week): PerformanceFigure => {
    const trend: Trend | null = trendOf(week[name], metrics[name].better)
    return {
      current: week[name].current,
      previous: week[name].previous,
      trend: trend === null || trend.direction === 'flat' ? null : trend.direction,
      trendValue: trend?.percent ?? null,
      good: trend?.good ?? null,
    }
  }
  return {
    responseTime: figure('week_response_time'),
    resolutionRate: figure('week_resolution_rate'),
    customerSatisfaction: figure('week_satisfaction'),
    conversationsHandled: figure('week_conversations'),
  }
}
