import { memo, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './ThreadLines.module.css'

/** "Thu, Nov 19" above the first message of a day. */
export function DayPill({ children }: { children: string }) {
  return (
    <div className={styles.day}>
      <span className={styles.pill}>{children}</span>
    </div>
  )
}

/** Stands before the first unread message. Once read its words go; its place stays, so that nothing moves. */
export const NewMessagesMarker = memo(function NewMessagesMarker({ cleared }: { cleared: boolean }) {
  return (
    <div className={classNames(styles.marker, cleared && styles.cleared)} aria-hidden={cleared || undefined}>
      New messages
    </div>
  )
})

/** A neutral centred line without sender, direction or tick. */
export function SystemLine({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className={styles.system}>
      {children}
    </p>
  )
}
