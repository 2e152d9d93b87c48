import type { ReactNode } from 'react'
import { useDashboard } from '../../data/reports/dashboard.ts'
import { HealthCard } from '../../features/channel/Health.tsx'
import { NextStrip } from '../../features/dashboard/NextStrip.tsx'
import { StatTiles } from '../../features/dashboard/StatTiles.tsx'
import { SetupLine } from '../../features/setup/SetupLine.tsx'
import { StatusCards } from '../../features/dashboard/StatusCards.tsx'
import { explain } from '../explain.tsx'

/** The cards at the top of the dashboard. */
export type HeadlineCard = 'health' | 'next' | 'status' | 'tiles'

/** The cards and tiles at the top of the dashboard, in this order. */
export function HomeHeadline({ cards }: { cards: readonly HeadlineCard[] }) {
  const view = useDashboard('keeps')
  const shown: Readonly<Record<HeadlineCard, ReactNode>> = {
    health: <HealthCard key="health" />,
    next: <NextStrip key="next" />,
    status: <StatusCards key="status" view={view} explain={explain} />,
    tiles: <StatTiles key="tiles" view={view} explain={explain} />,
  }
  return (
    <>
      <SetupLine />
      {cards.map(card => shown[card])}
    </>
  )
}
