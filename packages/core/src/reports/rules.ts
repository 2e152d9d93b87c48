import { t } from '../text/translate.ts'
import type { AgentMetrics, Averages, Compared, Dashboard } from './api.ts'
import { metrics } from './catalogue.ts'
import type { Metric, Unit } from './metric.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A count with separators, "5,318"; a dash for none. */
export const countText = (count: number | null): string =>
  count === null ? notMeasured : whole.format(count)

/** A number with one decimal; a dash for none. */
export const tenthsText = (value: number | null): string =>
  value === null ? notMeasured : tenths.format(value)

const minutesPerHour = 60
const hoursPerDay = 24

/**
 * A duration in minutes as screens write it: "4.3 min" under 100 minutes, then "5 h 12 min", from a day on "2 d 6 h"; the smaller
 * part is left out if it is 0.
 */
function durationText(minutes: number): string {
  // A value that rounds to 100.0 is 1 h 40 min.
  if (Math.abs(minutes) < 99.95) return t('{minutes} min', { minutes: tenthsText(minutes) })
  const inMinutes = Math.round(minutes)
  if (inMinutes < hoursPerDay * minutesPerHour) return twoParts(inMinutes, minutesPerHour, 'h', 'min')
  return twoParts(Math.round(minutes / minutesPerHour), hoursPerDay, 'd', 'h')
}

function twoParts(small: number, perLarge: number, large: string, unit: string): string {
  const rest = small % perLarge
  return `${whole.format(Math.floor(small / perLarge))} ${large}${rest === 0 ? '' : ` ${rest} ${unit}`}`
}

/** A number rounded to `decimals`, for a downloaded table; null stays. */
export const roundedTo = (value: number | null, decimals: number): number | null =>
  value === null ? null : Number(value.toFixed(decimals))

/** A figure as screens write it, with its unit; a dash: not measured. Rates have one decimal (CONST-08). */
export function figureText(value: number | null, unit: Unit): string {
  if (value === null || !Number.isFinite(value)) return notMeasured
  switch (unit) {
    case 'minutes':
      return durationText(value)
    case 'rating':
      return t('{value} of 5', { value: tenthsText(value) })
    case 'fraction':
      return fractionText(value)
    case 'percent':
      return percentText(value, 1)
    default:
      return countText(value)
  }
}

/** A part of a whole in percent; 0 if the whole is 0 (Q-023). */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100)

/** Not measured. */
export const notMeasured = '–'

/** A percentage with `decimals` decimals, "81.4%"; a dash for none. */
export const percentText = (percent: number | null, decimals: 0 | 1): string =>
  percent === null || !Number.isFinite(percent) ? notMeasured : `${percent.toFixed(decimals)}%`

/** A fraction of 1 as a percentage with one decimal; a dash for none. */
export const fractionText = (fraction: number | null): string =>
  percentText(fraction === null ? null : fraction * 100, 1)

/** An agent as the performance table shows one (DATA-24). Null is "not measured" (Q-008). */
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

/** The header's total: the sum over the agents (Q-125). */
export const totalConversations = (agents: readonly AgentView[]): number =>
  agents.reduce((sum, { conversations }) => sum + conversations, 0)

/** The averages after a failed fetch (ERR-26); never shown. */
export const noAverages: Averages = {
  avg_response_time: 0,
  avg_resolution_time: 0,
  avg_satisfaction: 0,
  avg_fcr_rate: 0,
  fcr_pending: 0,
}

/** One of the figures that are compared with last week (DATA-26). */
interface PerformanceFigure {
  readonly current: number | null
  /** Last week's; null: not measured. */
  readonly previous: number | null
  readonly trend: 'up' | 'down' | null
  /** Percent; null without a trend. */
  readonly trendValue: number | null
  /** Whether the trend is good news; null: neither. */
  readonly good: boolean | null
}

interface PerformanceFigures {
  readonly responseTime: PerformanceFigure
  readonly resolutionRate: PerformanceFigure
  readonly customerSatisfaction: PerformanceFigure
  readonly conversationsHandled: PerformanceFigure
}

type Week = Pick<
  Dashboard,
  'week_response_time' | 'week_resolution_rate' | 'week_satisfaction' | 'week_conversations'
>

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

/** The movement of a figure against its comparison. */
interface Trend {
  readonly direction: 'up' | 'down' | 'flat'
  /** Percent of the previous value, never below 0. */
  readonly percent: number
  /** Whether the movement is good news; null: neither. */
  readonly good: boolean | null
}

/** Null: a value is unknown, or the previous one is 0, so there is no percentage. */
export function trendOf({ current, previous }: Compared, better: Metric['better']): Trend | null {
  if (current === null || previous === null || previous === 0) return null
  const change = ((current - previous) / Math.abs(previous)) * 100
  // A value that rounds to 0.0 has not moved.
  const direction = Math.abs(change) < 0.05 ? 'flat' : change > 0 ? 'up' : 'down'
  return {
    direction,
    percent: Math.abs(change),
    good: direction === 'flat' || better === null ? null : direction === better,
  }
}
