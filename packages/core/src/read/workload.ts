import type { OverloadedAgent, WorkloadMetrics } from '../api/reports.ts'
import { capacityOf } from '../rules/agent.ts'
import { exceededBy } from '../rules/workload.ts'
import { fieldsOf, firstText, listOf, numberOf, textOf } from './value.ts'

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

/** An overloaded agent, as the console holds one. */
export type OverloadedAgentEntity = Omit<OverloadedAgent, 'user_id'> & { readonly user_id: string }

/** Reads the overloaded agents, bare or under `overloaded_agents` (DATA-28). Never throws; entries without an id are left out. */
export const readOverloadedAgents = (raw: unknown): readonly OverloadedAgentEntity[] =>
  listOf(Array.isArray(raw) ? raw : fieldsOf(raw)['overloaded_agents']).flatMap(one => {
    const fields = fieldsOf(one)
    const id = firstText(fields, 'user_id', 'id')
    if (id === null) return []
    const load = {
      current_workload: numberOf(fields['current_workload']) ?? 0,
      max_capacity: capacityOf({ max_capacity: numberOf(fields['max_capacity']) }),
    }
    return [
      {
        user_id: id,
        user_name: textOf(fields['user_name']) ?? `Agent ${id}`,
        ...load,
        capacity_exceeded_by: numberOf(fields['capacity_exceeded_by']) ?? exceededBy(load),
      },
    ]
  })
