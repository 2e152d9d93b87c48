import { useDashboard } from '../../data/reports/dashboard.ts'
import { WaitsPanel } from '../../features/dashboard/WaitsPanel.tsx'
import { WeekPanel } from '../../features/dashboard/WeekPanel.tsx'
import { PerformancePanel } from '../../features/performance/PerformancePanel.tsx'
import { DailyUsersPanel } from '../../features/statistics/DailyUsersPanel.tsx'
import { MessageStatisticsPanel } from '../../features/statistics/MessageStatisticsPanel.tsx'
import { UserInteractionPanel } from '../../features/statistics/UserInteractionPanel.tsx'
import { useUserStatistics } from '../../features/statistics/use-user-statistics.ts'
import { WorkloadPanel } from '../../features/workload/WorkloadPanel.tsx'
import { InView } from '../../ui/lists/InView.tsx'
import { explain } from '../explain.tsx'
import styles from './HomePage.module.css'

/** The panels below the headline, in the order of the page. */
export function HomePanels() {
  const users = useUserStatistics()
  const dashboard = useDashboard('looks on')
  return (
    <>
      <div className={styles.side}>
        <DailyUsersPanel users={users} explain={explain} />
      </div>
      <div className={styles.wide}>
        <WaitsPanel view={dashboard} explain={explain} />
      </div>
      <div className={styles.wide}>
        <UserInteractionPanel users={users} explain={explain} />
      </div>
      <InView className={styles.wide}>
        <MessageStatisticsPanel explain={explain} />
      </InView>
      <div className={styles.wide}>
        <WeekPanel explain={explain} />
      </div>
      <InView className={styles.wide}>
        <PerformancePanel explain={explain} />
      </InView>
      <InView className={styles.wide}>
        <WorkloadPanel explain={explain} />
      </InView>
    </>
  )
}
