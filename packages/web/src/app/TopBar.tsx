import { PanelLeft } from 'lucide-react'
import { Bell } from '../features/notifications/Bell.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import styles from './TopBar.module.css'
import { UnreadTotal } from './UnreadTotal.tsx'
import type { SidebarState } from './use-sidebar.ts'

type TopBarProps = {
  title: string
  /** The agent's unread messages beside the title, on the screen that they belong to. */
  countsUnread: boolean
  /** Absent where there is no sidebar to fold. */
  sidebar: SidebarState | undefined
}

/** The screen's name, the switch of the sidebar, and the bell. */
export function TopBar({ title, countsUnread, sidebar }: TopBarProps) {
  return (
    <header className={styles.bar}>
      {sidebar && (
        <IconButton
          label={sidebar.collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          aria-expanded={!sidebar.collapsed}
          aria-controls="sidebar"
          onClick={sidebar.toggle}
        >
          <PanelLeft size={16} strokeWidth={1.7} aria-hidden="true" />
        </IconButton>
      )}
      <h1 className={styles.title}>{title}</h1>
      {countsUnread && <UnreadTotal />}
      <Bell />
    </header>
  )
}
