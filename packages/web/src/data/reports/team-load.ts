import { t } from '@parley/core/text/translate'
import type { Plain } from '@parley/core/call'
import type { OverloadedAgent, WorkloadMetrics } from '@parley/core/reports/api'
import { useQuery } from '@tanstack/react-query'
import { ApiFailure } from '../../client/api-failure.ts'
import { useInView } from '../../ui/lists/InView.tsx'
import { useTelling } from '../../sync/telling.ts'
import { useRefetchOnChange } from './use-refetch-on-change.ts'
import { fetchOverloadedAgents, loadWorkload } from './workload.ts'

const slowMs = 60_000
const stirredMs = 30_000

/** The team's load as it was at a moment. */
export interface TeamLoad {
  readonly metrics: WorkloadMetrics
  /** The most overloaded first. */
  readonly overloaded: readonly Plain<OverloadedAgent>[]
  /** When it was asked for, in epoch milliseconds. */
  readonly at: number
}

async function loadTeam(): Promise<TeamLoad> {
  const at = Date.now()
  const [{ metrics, failed }, overloaded] = await Promise.all([loadWorkload(), fetchOverloadedAgents()])
  // Its zeros are nobody's workload.
  if (failed) throw new ApiFailure({ kind: 'malformed', detail: t('The workload could not be loaded') })
  return { metrics, overloaded, at }
}

/** The team's load, asked for again quietly while it is looked at. A failed fetch leaves the last one in place. */
export function useTeamLoad() {
  const { seen, near } = useInView()
  const query = useQuery({
    queryKey: ['team-load'],
    queryFn: loadTeam,
    enabled: seen,
    refetchInterval: near ? slowMs : false,
  })
  useRefetchOnChange(() => {
    if (near) void query.refetch({ cancelRefetch: false })
  }, stirredMs)
  const { cut, tells } = useTelling(Math.max(query.dataUpdatedAt, query.errorUpdatedAt))
  return {
    /** Null before the first answer. */
    shown: query.data ?? null,
    /** The newest fetch of either call failed, and no cut line is why. */
    failed: tells && query.isError,
    /** Nothing gets through to the server. */
    cut,
    refreshing: query.isFetching,
    refresh: () => void query.refetch({ cancelRefetch: false }),
  }
}
