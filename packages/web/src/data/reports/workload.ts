import type { Plain } from '@parley/core/call'
import { OverloadedAgent, WorkloadMetrics } from '@parley/core/reports/api'
import { tolerant, tolerantList } from '@parley/core/read/tolerant'
import { fieldsOf } from '@parley/core/read/value'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { askFor } from './statistics.ts'

/** The team's load, and whether it is known: with `failed` the zeros mean nothing and are not shown. */
export interface Workload {
  readonly metrics: WorkloadMetrics
  readonly failed: boolean
}

/** The figures come bare or under `metrics`. */
const readWorkload = tolerant(WorkloadMetrics, raw => fieldsOf(raw)['metrics'] ?? raw)

const readOverloadedAgents = tolerantList(OverloadedAgent)

/** Asks for the team's load. Never rejects: a failure is logged and answers zeros, marked as failed (ERR-08). */
export async function loadWorkload(ask: Pick<typeof api, 'workloadMonitor'> = api): Promise<Workload> {
  try {
    return { metrics: readWorkload(await askFor(ask.workloadMonitor)), failed: false }
  } catch (cause) {
    // `askFor` has logged it; anything else is a fault of this page.
    if (!(cause instanceof ApiFailure)) throw cause
    return { metrics: readWorkload({}), failed: true }
  }
}

/** The agents at or above their capacity, the most overloaded first. Rejects with `ApiFailure`. */
export const fetchOverloadedAgents = async (
  ask: Pick<typeof api, 'overloadedAgents'> = api,
): Promise<readonly Plain<OverloadedAgent>[]> => readOverloadedAgents(await askFor(ask.overloadedAgents))
