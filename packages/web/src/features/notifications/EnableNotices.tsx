import { askPermission, useBrowserPermission } from './browser-notice.ts'
import styles from './NoticePanel.module.css'

/** Asks for the browser's permission; says so where it was refused, since only the browser's settings can undo that. */
export function EnableNotices() {
  const permission = useBrowserPermission()
  if (permission === 'denied') return <span className={styles.blocked}>Blocked by the browser</span>
  if (permission !== 'default') return null
  return (
    <button type="button" className={styles.choice} onClick={() => void askPermission()}>
      Enable notifications
    </button>
  )
}
