import { useDashboard } from '../data/reports/dashboard.ts'
import { StatTiles } from '../features/dashboard/StatTiles.tsx'
import { StatusCards } from '../features/dashboard/StatusCards.tsx'
import { explain } from './explain.tsx'

/** The cards and tiles at the top of the dashboard. */
export function HomeHeadline() {
  const view = useDashboard('keeps')
  return (
    <>
      <StatusCards view={view} explain={explain} />
      <StatTiles view={view} explain={explain} />
    </>
  )
}
