import { calendar, greeting } from '@parley/core/rules/format'
import { useSession } from '../data/session.ts'
import { RecentConversations } from '../features/conversations/RecentConversations.tsx'
import { useNow } from '../ui/use-now.ts'
import styles from './HomePage.module.css'

/** The first thing an agent sees: a greeting, and what moved last. */
export function HomePage() {
  const name = useSession()?.user.name ?? null
  const now = useNow()
  const local = calendar()
  return (
    <div className={styles.page}>
      <header>
        <h2 className={styles.greeting}>{greeting(local.hour(now), name)}</h2>
        <p className={styles.day}>{local.dayPill(now)}</p>
      </header>
      <RecentConversations />
    </div>
  )
}
