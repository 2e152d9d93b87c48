import { useDashboard } from '../../data/reports/dashboard.ts'
import { WaitsPanel } from '../../features/dashboard/WaitsPanel.tsx'
import { WeekPanel } from '../../features/dashboard/WeekPanel.tsx'
import { PerformancePanel } from '../../features/dashboard/PerformancePanel.tsx'
import {
  DailyUsersPanel,
  UserInteractionPanel,
  useUserStatistics,
} from '../../features/dashboard/UserPanels.tsx'
import { MessageStatisticsPanel } from '../../features/dashboard/MessageStatisticsPanel.tsx'
import { WorkloadPanel } from '../../features/workload/WorkloadPanel.tsx'
import { InView } from '../../ui/lists/InView.tsx'
import { explain } from '../explain.tsx'
import styles from './HomePage.module.css'

/** The panels below the headline. */
export type PanelCard = 'daily' | 'waits' | 'users' | 'messages' | 'week' | 'performance' | 'workload'

type Users = ReturnType<typeof useUserStatistics>

/** Panels below the headline, in this order. Two of them share their days, which are asked for once. */
export function HomePanels({ cards }: { cards: readonly PanelCard[] }) {
  return cards.includes('users') ? <WithUsers cards={cards} /> : <Panels cards={cards} users={null} />
}

function WithUsers({ cards }: { cards: readonly PanelCard[] }) {
  const users = useUserStatistics()
  return <Panels cards={cards} users={users} />
}

const Panels = ({ cards, users }: { cards: readonly PanelCard[]; users: Users | null }) =>
  cards.map(card => {
    const Place = heavy.has(card) ? InView : 'div'
    return (
      <Place key={card} className={card === 'daily' ? styles.side : styles.wide}>
        <Panel card={card} users={users} />
      </Place>
    )
  })

/** They ask for figures of their own, once they are looked at. */
const heavy: ReadonlySet<PanelCard> = new Set(['messages', 'performance', 'workload'])

function Panel({ card, users }: { card: PanelCard; users: Users | null }) {
  switch (card) {
    case 'daily':
      return users && <DailyUsersPanel users={users} explain={explain} />
    case 'waits':
      return <Waits />
    case 'users':
      return users && <UserInteractionPanel users={users} explain={explain} />
    case 'messages':
      return <MessageStatisticsPanel explain={explain} />
    case 'week':
      return <WeekPanel explain={explain} />
    case 'performance':
      return <PerformancePanel explain={explain} />
    case 'workload':
      return <WorkloadPanel explain={explain} />
  }
}

function Waits() {
  const dashboard = useDashboard('looks on')
  return <WaitsPanel view={dashboard} explain={explain} />
}
