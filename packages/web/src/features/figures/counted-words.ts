import { msg, t } from '@parley/core/text/translate'
import { metrics } from '@parley/core/reports/catalogue'
import type { Counted, Metric, Unit } from '@parley/core/reports/metric'
import { countText } from '@parley/core/reports/rules'
import type { MetricId } from '@parley/core/reports/constants'

/** A link to one row, to many, to those of a share. */
const seeLinks: Readonly<
  Record<Counted, readonly [one: string, many: (count: string) => string, all: string]>
> = {
  customer: [
    t('See the customer'),
    count => t('See the {count} customers', { count }),
    t('See the customers'),
  ],
  conversation: [
    t('See the conversation'),
    count => t('See the {count} conversations', { count }),
    t('See the conversations'),
  ],
  message: [t('See the message'), count => t('See the {count} messages', { count }), t('See the messages')],
  ticket: [t('See the ticket'), count => t('See the {count} tickets', { count }), t('See the tickets')],
  rating: [t('See the rating'), count => t('See the {count} ratings', { count }), t('See the ratings')],
  agent: [t('See the agent'), count => t('See the {count} agents', { count }), t('See the agents')],
}

/** Of these units a figure is the number of its rows; the largest of many is not. */
const countUnits: ReadonlySet<Unit> = new Set(['customers', 'messages', 'conversations', 'tickets', 'agents'])

/** "See the 38 customers": the way to the rows of a figure; null where it counts nothing. */
export function seeWords(id: MetricId, value: number | null): string | null {
  const metric: Metric = metrics[id]
  const counts = countUnits.has(metric.unit) && id !== 'max_workload'
  const [one, many, all] = seeLinks[metric.counts]
  if (!counts) return all
  if (value === null || value === 0) return null
  return value === 1 ? one : many(countText(value))
}

/** What a figure's unit is called. */
export const unitWords: Readonly<Record<Unit, string>> = {
  customers: t('customers'),
  messages: t('messages'),
  conversations: t('conversations'),
  tickets: t('tickets'),
  agents: t('agents'),
  minutes: t('minutes'),
  fraction: t('percent'),
  percent: t('percent'),
  rating: t('rating from 1 to 5'),
}

/** In English; `t` shows it. */
export type ValueHeading = 'Time' | 'Rating' | 'Percent' | 'In the share' | 'Workload'

/** How a row's share of a figure is headed; null where every row counts alike. */
export function valueHeading(id: MetricId): ValueHeading | null {
  switch ((metrics[id] as Metric).unit) {
    case 'minutes':
      return msg('Time')
    case 'rating':
      return msg('Rating')
    case 'fraction':
    case 'percent':
      return id === 'avg_utilization' ? msg('Percent') : msg('In the share')
    default:
      return id === 'max_workload' || id === 'overloaded_agents' ? msg('Workload') : null
  }
}
