import { t } from '@parley/core/text/translate'
import { PanelLeft, Search } from 'lucide-react'
import { runCommand } from '../../commands/live.ts'
import { paletteWords } from '../../commands/palette-words.ts'
import { Bell } from '../../features/notifications/Bell.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { HStack } from '../../ui/layout/Layout.tsx'
import { ConnectionLate } from '../page-state/ConnectionLate.tsx'
import styles from './TopBar.module.css'
import { OwnStatus } from '../OwnStatus.tsx'
import { UnreadTotal } from './UnreadTotal.tsx'
import type { SidebarState } from './use-sidebar.ts'

type TopBarProps = {
  title: string
  /** The agent's unread messages beside the title, on the screen that they belong to. */
  countsUnread: boolean
  /** Absent where there is no sidebar to fold. */
  sidebar: SidebarState | undefined
}

const paletteKeys = paletteWords.keys[0][0].replace('+', ' ')

/** The screen's name, the switch of the sidebar, that one is on a break, the way into the palette, and the bell. */
export function TopBar({ title, countsUnread, sidebar }: TopBarProps) {
  return (
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
}
