import type { AgentMetrics, Averages } from '../api/reports.ts'
import { dayOf, fieldsOf, firstText, listOf, numberOf, textOf } from './value.ts'

/** One agent's range, as the console holds it. */
export type AgentMetricsEntity = Omit<AgentMetrics, 'agent_id'> & { readonly agent_id: string }

/** Reads the rows of the metrics summary, bare or wrapped (DATA-22). Never throws; rows without an agent are left out. */
export const readAgentMetrics = (raw: unknown): readonly AgentMetricsEntity[] =>
  listOf(Array.isArray(raw) ? raw : Object.values(fieldsOf(raw)).find(Array.isArray)).flatMap(readRow)

function readRow(raw: unknown): AgentMetricsEntity[] {
  const fields = fieldsOf(raw)
  const id = textOf(fields['agent_id'])
  if (id === null) return []
  return [
    {
      agent_id: id,
      agent_name: firstText(fields, 'agent_name') ?? `Agent ${id}`,
      total_conversations: numberOf(fields['total_conversations']) ?? 0,
      total_responses: numberOf(fields['total_responses']) ?? 0,
      average_response_time_minutes: numberOf(fields['average_response_time_minutes']),
      period_start: dayOf(fields['period_start']) ?? '',
      period_end: dayOf(fields['period_end']) ?? '',
      resolution_rate: numberOf(fields['resolution_rate']),
      satisfaction: numberOf(fields['satisfaction']),
    },
  ]
}

/** Reads the averages (DATA-23). Never throws; what is missing was not measured. */
export function readAverages(raw: unknown): Averages {
  const fields = fieldsOf(raw)
  return {
    avg_response_time: numberOf(fields['avg_response_time']),
    avg_resolution_time: numberOf(fields['avg_resolution_time']),
    avg_satisfaction: numberOf(fields['avg_satisfaction']),
    avg_fcr_rate: numberOf(fields['avg_fcr_rate']),
    fcr_pending: numberOf(fields['fcr_pending']) ?? 0,
  }
}
