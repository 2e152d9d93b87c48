import styles from './ConversationGrid.module.css'

/** The columns' titles. The order is fixed: newest activity first. */
export function GridHeader({ hidden = false }: { hidden?: boolean }) {
  if (hidden) {
    return (
      <div role="row" aria-rowindex={1} className="visually-hidden">
        <span role="columnheader">Conversation</span>
      </div>
    )
  }
  return (
    <div role="row" aria-rowindex={1} className={styles.header}>
      <span role="columnheader">Customer</span>
      <span role="columnheader">Last Message</span>
      <span role="columnheader">Status</span>
      <span role="columnheader">Assigned</span>
      <span role="columnheader">Ticket No.</span>
      <span role="columnheader" aria-sort="descending" className={styles.end}>
        Time
      </span>
      <span role="columnheader" className={styles.end}>
        Actions
      </span>
    </div>
  )
}
