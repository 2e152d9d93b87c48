import { metrics } from '@parley/core/reports/catalogue'
import type { Counted, Metric, Unit } from '@parley/core/reports/metric'
import { countText } from '@parley/core/reports/rules'
import type { MetricId } from '@parley/core/reports/constants'

const plural: Readonly<Record<Counted, string>> = {
  customer: 'customers',
  conversation: 'conversations',
  message: 'messages',
  ticket: 'tickets',
  rating: 'ratings',
  agent: 'agents',
}

/** Of these units a figure is the number of its rows; the largest of many is not. */
const countUnits: ReadonlySet<Unit> = new Set(['customers', 'messages', 'conversations', 'tickets', 'agents'])

/** "See the 38 customers": the way to the rows of a figure; null where it counts nothing. */
export function seeWords(id: MetricId, value: number | null): string | null {
  const metric: Metric = metrics[id]
  const counts = countUnits.has(metric.unit) && id !== 'max_workload'
  if (!counts) return `See the ${plural[metric.counts]}`
  if (value === null || value === 0) return null
  return value === 1 ? `See the ${metric.counts}` : `See the ${countText(value)} ${plural[metric.counts]}`
}

/** What a figure's unit is called. */
export const unitWords: Readonly<Record<Unit, string>> = {
  customers: 'customers',
  messages: 'messages',
  conversations: 'conversations',
  tickets: 'tickets',
  agents: 'agents',
  minutes: 'minutes',
  fraction: 'percent',
  percent: 'percent',
  rating: 'rating from 1 to 5',
}

/** How a row's share of a figure is headed; null where every row counts alike. */
export function valueHeading(id: MetricId): string | null {
  switch ((metrics[id] as Metric).unit) {
    case 'minutes':
      return 'Time'
    case 'rating':
      return 'Rating'
    case 'fraction':
    case 'percent':
      return id === 'avg_utilization' ? 'Percent' : 'In the share'
    default:
      return id === 'max_workload' || id === 'overloaded_agents' ? 'Workload' : null
  }
}
