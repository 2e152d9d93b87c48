import type { WorkloadMetrics } from '../api/reports.ts'
import { fieldsOf, numberOf } from './value.ts'

/** Reads the answer of the workload monitor, bare or under `metrics`. Never throws; what is missing reads as 0. */
export function readWorkload(raw: unknown): WorkloadMetrics {
  const outer = fieldsOf(raw)
  const fields = 'metrics' in outer ? fieldsOf(outer['metrics']) : outer
  const figure = (name: keyof WorkloadMetrics) => numberOf(fields[name]) ?? 0
  return {
    total_agents: figure('total_agents'),
    overloaded_agents: figure('overloaded_agents'),
    avg_utilization_percentage: figure('avg_utilization_percentage'),
    max_workload: figure('max_workload'),
  }
}
