import * as z from 'zod'
import { declare } from './call.ts'
import { AgentId } from './ids.ts'

/** How loaded the team is now; docs/metrics.md, "Workload and availability". */
export const WorkloadMetrics = z.object({
  total_agents: z.int(),
  overloaded_agents: z.int(),
  /** May exceed 100. */
  avg_utilization_percentage: z.number(),
  max_workload: z.int(),
})
export type WorkloadMetrics = z.output<typeof WorkloadMetrics>

/** An agent whose workload is at or above capacity. */
export const OverloadedAgent = z.object({
  user_id: AgentId,
  user_name: z.string(),
  current_workload: z.int(),
  max_capacity: z.int(),
  /** 0 for one who is exactly full. */
  capacity_exceeded_by: z.int(),
})
export type OverloadedAgent = z.output<typeof OverloadedAgent>

export const reportCalls = declare({
  workloadMonitor: {
    method: 'GET',
    path: '/monitor/workload/monitor',
    summary: 'How loaded the team is now',
    access: 'session',
    reply: z.object({ metrics: WorkloadMetrics }),
    problems: [],
  },
  overloadedAgents: {
    method: 'GET',
    path: '/monitor/workload/overloaded-agents',
    summary: 'The agents at or above their capacity, the most overloaded first',
    access: 'session',
    reply: z.object({ overloaded_agents: z.array(OverloadedAgent) }),
    problems: [],
  },
})
