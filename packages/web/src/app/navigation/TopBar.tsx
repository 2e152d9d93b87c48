import { t } from '@parley/core/text/translate'
import { PanelLeft, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { awayStatusOf, limitSentence } from '@parley/core/agents/rules'
import { runCommand } from '../../commands/live.ts'
import { paletteWords } from '../../commands/palette-words.ts'
import { Bell } from '../../features/notifications/Bell.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { HStack } from '../../ui/layout/Layout.tsx'
import { UnreadTotal, type useSidebar } from './Sidebar.tsx'
import { useSession } from '../../data/session/session.ts'
import { lazyPart } from '../../ui/hooks/lazy-part.ts'
import { useEver } from '../../ui/hooks/use-ever.ts'
import { statusAsked, useAgent } from '../../data/agents/queries.ts'
import { useStore } from '../../store.ts'
import styles from './TopBar.module.css'

type TopBarProps = {
  title: string
  /** The agent's unread messages beside the title, on the screen that they belong to. */
  countsUnread: boolean
  /** Absent where there is no sidebar to fold. */
  sidebar: ReturnType<typeof useSidebar> | undefined
}

const paletteKeys = paletteWords.keys[0][0].replace('+', ' ')

/** The screen's name, the switch of the sidebar, that one is on a break, the way into the palette, and the bell. */
export const TopBar = ({ title, countsUnread, sidebar }: TopBarProps) => (
  <HStack as="header" gap={3} flex="shrink" rule="bottom" className={styles.bar}>
    {sidebar && (
      <IconButton
        label={sidebar.collapsed ? t('Expand sidebar') : t('Collapse sidebar')}
        aria-expanded={!sidebar.collapsed}
        aria-controls="sidebar"
        onClick={sidebar.toggle}
      >
        <PanelLeft size={16} strokeWidth={1.7} aria-hidden="true" />
      </IconButton>
    )}
    <h1 className={styles.title}>{title}</h1>
    {countsUnread && <UnreadTotal />}
    <OwnStatus />
    <ConnectionLate />
    <HStack
      as="button"
      type="button"
      gap={2}
      frame="control"
      size="list"
      tone="muted"
      className={styles.search}
      aria-keyshortcuts="Control+K"
      title={`${paletteWords.name} (${paletteKeys})`}
      onClick={() => void runCommand('palette')}
    >
      <Search size={15} strokeWidth={1.8} aria-hidden="true" />
      <span className={styles.words}>{paletteWords.name}</span>
      <kbd className={styles.key} aria-hidden="true">
        {paletteKeys}
      </kbd>
    </HStack>
    <Bell />
  </HStack>
)

const ConnectionBar = lazyPart(async () => (await import('../page-state/ConnectionBar.tsx')).ConnectionBar)

/** Soon after the screen stands, so that it is there before the line is cut. */
const soonMs = 1_000

/** The bar about the connection. Its code, and the outbox's, is not part of the first load. */
function ConnectionLate() {
  const [isTime, setTime] = useState(false)
  const agentId = useSession()?.user.id
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), soonMs)
    return () => clearTimeout(timer)
  }, [])
  return isTime && agentId !== undefined && <ConnectionBar agentId={agentId} />
}

const StatusLine = lazyPart(
  async () => (await import('../../features/own-status/OwnStatusLine.tsx')).OwnStatusLine,
)
const StatusDialog = lazyPart(
  async () => (await import('../../features/own-status/StatusDialog.tsx')).StatusDialog,
)

/** Nothing while one is available and offers come: what it says of a break, and how one is begun, is not part of the first load. */
function OwnStatus() {
  const agent = useAgent(useSession()?.user.id ?? '')
  const asked = useStore(statusAsked)
  // Once there it stays, to tell of the end.
  const wasAway = useEver(
    agent !== null &&
      (awayStatusOf(agent) !== null || agent.offers_paused_until !== null || limitSentence(agent) !== null),
  )
  return (
    <>
      {wasAway && agent !== null && <StatusLine agent={agent} />}
      {asked !== null && <StatusDialog status={asked} onClose={() => statusAsked.set(null)} />}
    </>
  )
}
