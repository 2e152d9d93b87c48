import type { Plain } from '@parley/core/call'
import { tolerant, tolerantList } from '@parley/core/read/tolerant'
import { fieldsOf } from '@parley/core/read/value'
import { OverloadedAgent, WorkloadMetrics } from '@parley/core/reports/api'
import { t } from '@parley/core/text/translate'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { useFollowedQuery } from './figures.ts'
import { askFor } from './statistics.ts'
import { useInView } from '../../ui/lists/InView.tsx'

/** The figures come bare or under `metrics`. */
const readWorkload = tolerant(WorkloadMetrics, raw => fieldsOf(raw)['metrics'] ?? raw)

const readOverloadedAgents = tolerantList(OverloadedAgent)

/**
 * Asks for the team's load. Never rejects: a failure is logged and answers zeros, marked as failed (ERR-08); they mean nothing
 * and are not shown.
 */
export async function loadWorkload(ask: Pick<typeof api, 'workloadMonitor'> = api) {
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

const stirredMs = 30_000

/** The team's load as it was at a moment. */
export type TeamLoad = Awaited<ReturnType<typeof loadTeam>>

async function loadTeam() {
  const at = Date.now()
  const [{ metrics, failed }, overloaded] = await Promise.all([loadWorkload(), fetchOverloadedAgents()])
  // Its zeros are nobody's workload.
  if (failed) throw new ApiFailure({ kind: 'malformed', detail: t('The workload could not be loaded') })
  return {
    metrics,
    /** The most overloaded first. */
    overloaded,
    /** When it was asked for, in epoch milliseconds. */
    at,
  }
}

/** The team's load, asked for again quietly while it is looked at. A failed fetch leaves the last one in place. */
export function useTeamLoad() {
  const { seen, near } = useInView()
  const { query, cut, failure, refetch } = useFollowedQuery(
    { queryKey: ['team-load'], queryFn: loadTeam, enabled: seen },
    near,
    stirredMs,
  )
  return {
    /** Null before the first answer. */
    shown: query.data ?? null,
    /** The newest fetch of either call failed, and no cut line is why. */
    failed: failure !== null,
    /** Nothing gets through to the server. */
    cut,
    refreshing: query.isFetching,
    refresh: refetch,
  }
}
