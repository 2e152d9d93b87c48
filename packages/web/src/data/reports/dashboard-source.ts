import type { Plain } from '@parley/core/call'
import { Dashboard } from '@parley/core/reports/api'
import { tolerant } from '@parley/core/read/tolerant'
import { api } from '../../client/client.ts'
import { askFor } from './statistics.ts'

/** The headline figures. Null is "not measured" and "not known". */
export interface DashboardFigures extends Omit<Plain<Dashboard>, 'handled_today'> {
  readonly handled_today: number | null
  /** They are built in, and nobody's. */
  readonly sample: boolean
}

/** Where the headline figures come from: the server that measures them, or this page as sample data. */
export interface DashboardSource {
  /** Rejects with `ApiFailure`. */
  figures(): Promise<DashboardFigures>
}

const readDashboard = tolerant(Dashboard)

/** The figures as the server measures them. */
export const servedDashboard = (ask: Pick<typeof api, 'dashboard'> = api): DashboardSource => ({
  figures: async () => ({ ...readDashboard(await askFor(ask.dashboard)), sample: false }),
})
