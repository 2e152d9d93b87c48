import type { Compared, Dashboard } from '../api/reports.ts'
import { dayOf, fieldsOf, numberOf, textOf, timeOf } from './value.ts'

/** Reads the dashboard's figures. Never throws; what is missing was not measured. `now` stands in for a missing time. */
export function readDashboard(raw: unknown, now: Date): Dashboard {
  const fields = fieldsOf(raw)
  const compared = (name: string): Compared => {
    const { current, previous } = fieldsOf(fields[name])
    return { current: numberOf(current), previous: numberOf(previous) }
  }
  return {
    as_of: timeOf(fields['as_of']) ?? now.toISOString(),
    time_zone: textOf(fields['time_zone']) ?? '',
    week_start: dayOf(fields['week_start']) ?? '',
    pending_conversations: compared('pending_conversations'),
    active_conversations: compared('active_conversations'),
    week_response_time: compared('week_response_time'),
    week_resolution_rate: compared('week_resolution_rate'),
    week_satisfaction: compared('week_satisfaction'),
    week_conversations: compared('week_conversations'),
    handled_today: numberOf(fields['handled_today']) ?? 0,
  }
}
