import { t } from '@parley/core/text/translate'
import { useSearchParams } from 'react-router'
import { useSession } from '../../data/session/session.ts'
import { AssistPanel, NumbersPanel } from '../../features/bot/SidePanels.tsx'
import { TryPanel } from '../../features/bot/TryPanel.tsx'
import { UnclearPanel } from '../../features/bot/UnclearPanel.tsx'
import { KnowledgePanel } from '../../features/knowledge/KnowledgePanel.tsx'
import { Grid } from '../../ui/layout/Layout.tsx'
import styles from './BotPage.module.css'

const nameOf = 'answer'

/** What the bot says, and where it answers. */
export function BotPage() {
  const [params, setParams] = useSearchParams()
  const session = useSession()
  if (session === null) return null
  const choose = (id: string | null) => setParams(id === null ? {} : { [nameOf]: id })
  return (
    <Grid full className={styles.page}>
      <Grid gap={4} className={styles.main}>
        <UnclearPanel />
        <KnowledgePanel agentId={session.user.id} chosen={params.get(nameOf)} onChoose={choose} />
      </Grid>
      <aside className={styles.aside} aria-label={t('Beside the answers')}>
        <TryPanel />
        <NumbersPanel />
        <AssistPanel />
      </aside>
    </Grid>
  )
}
