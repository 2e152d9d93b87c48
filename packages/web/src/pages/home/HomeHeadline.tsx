import { useDashboard } from '../../data/reports/dashboard.ts'
import { NextStrip } from '../../features/dashboard/NextStrip.tsx'
import { StatTiles } from '../../features/dashboard/StatTiles.tsx'
import { SetupLine } from '../../features/setup/SetupLine.tsx'
import { StatusCards } from '../../features/dashboard/StatusCards.tsx'
import { explain } from '../explain.tsx'

/** What waits for the viewer, then the cards and tiles at the top of the dashboard. */
export function HomeHeadline() {
  const view = useDashboard('keeps')
  return (
    <>
      <SetupLine />
      <NextStrip />
      <StatusCards view={view} explain={explain} />
      <StatTiles view={view} explain={explain} />
    </>
  )
}
