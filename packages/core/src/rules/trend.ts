import type { Compared } from '../api/reports.ts'
import type { Metric } from '../metrics/metric.ts'

/** How a figure moved against what it is compared with. */
export interface Trend {
  readonly direction: 'up' | 'down' | 'flat'
  /** By how much in percent of the previous value, never below 0. */
  readonly percent: number
  /** Whether the movement is good news; null where it is neither. */
  readonly good: boolean | null
}

/** The trend of a figure; null when either value is not known, or the previous one is 0: there is no percent of it. */
export function trendOf({ current, previous }: Compared, better: Metric['better']): Trend | null {
  if (current === null || previous === null || previous === 0) return null
  const change = ((current - previous) / Math.abs(previous)) * 100
  // What would be written as 0.0 has not moved.
  const direction = Math.abs(change) < 0.05 ? 'flat' : change > 0 ? 'up' : 'down'
  return {
    direction,
    percent: Math.abs(change),
    good: direction === 'flat' || better === null ? null : direction === better,
  }
}
