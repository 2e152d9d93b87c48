import type { Compared, Dashboard, Wait } from '../api/reports.ts'
import { dayOf, fieldsOf, listOf, numberOf, textOf, timeOf } from './value.ts'

/** The waits of one agent, or of the conversations that nobody has, as the console holds them. */
export type WaitEntity = Omit<Wait, 'agent_id'> & { readonly agent_id: string | null }
export type DashboardEntity = Omit<Dashboard, 'waits'> & { readonly waits: readonly WaitEntity[] }

/** Reads the dashboard's figures. Never throws; what is missing was not measured. `now` stands in for a missing time. */
export function readDashboard(raw: unknown, now: Date): DashboardEntity {
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
    waiting_now: compared('waiting_now'),
    longest_wait: compared('longest_wait'),
    waits: listOf(fields['waits']).flatMap(readWait),
    week_response_time: compared('week_response_time'),
    week_resolution_rate: compared('week_resolution_rate'),
    week_satisfaction: compared('week_satisfaction'),
    week_conversations: compared('week_conversations'),
    handled_today: numberOf(fields['handled_today']) ?? 0,
  }
}

/** A row without its figures tells nothing and is left out. */
function readWait(raw: unknown): WaitEntity[] {
  const fields = fieldsOf(raw)
  const waiting = numberOf(fields['waiting'])
  const longest = numberOf(fields['longest_minutes'])
  if (waiting === null || longest === null) return []
  const id = textOf(fields['agent_id'])
  const name = textOf(fields['agent_name'])
  return [
    {
      agent_id: id,
      agent_name: id === null ? null : (name ?? `Agent ${id}`),
      waiting,
      longest_minutes: longest,
    },
  ]
}
