import type { ReactNode } from 'react'
import styles from './ThreadLines.module.css'

/** "Thu, Nov 19" above the first message of a day. */
export function DayPill({ children }: { children: string }) {
  return (
    <div className={styles.day}>
      <span className={styles.pill}>{children}</span>
    </div>
  )
}

/** Stands before what was unread as the thread was opened, until it is left. */
export function NewMessagesMarker() {
  return <div className={styles.marker}>New messages</div>
}

/** A neutral centred line without sender, direction or tick. */
export function SystemLine({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className={styles.system}>
      {children}
    </p>
  )
}
