import { PanelLeft } from 'lucide-react'
import { Bell } from '../features/notifications/Bell.tsx'
import { Count } from '../ui/Count.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import type { Unread } from './NavItem.tsx'
import styles from './TopBar.module.css'
import type { SidebarState } from './use-sidebar.ts'

type TopBarProps = {
  title: string
  /** The total beside the title, on the screen that it belongs to. */
  unread: Unread | undefined
  /** Absent where there is no sidebar to fold. */
  sidebar: SidebarState | undefined
}

/** The screen's name, the switch of the sidebar, and the bell. */
export function TopBar({ title, unread, sidebar }: TopBarProps) {
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
      {unread && <Count value={unread.count} of="unread messages" stale={unread.stale} />}
      <Bell />
    </header>
  )
}
