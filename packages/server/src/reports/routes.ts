import { reportCalls } from '@parley/core/api/reports'
import { workloadMetrics } from '@parley/core/rules/workload'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { overloadedAgents, teamLoad } from './workload.ts'

export function reportRoutes(http: Http, { db }: Writer): void {
  mount(
    http,
    reportCalls,
  )({
    workloadMonitor: async () => ({ metrics: workloadMetrics(await teamLoad(db)) }),
    overloadedAgents: async () => ({ overloaded_agents: overloadedAgents(await teamLoad(db)) }),
  })
}
