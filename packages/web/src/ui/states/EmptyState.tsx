import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  /** The second line: what would fill this place, or what to try. */
  hint?: string
  action?: ReactNode
  /** The title's element: `h1` where the state is the whole page. */
  titleAs?: 'h1' | 'p'
}

/** Nothing is here, and that is not a failure. */
export function EmptyState({ icon, title, hint, action, titleAs: Title = 'p' }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <Title className={styles.title}>{title}</Title>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
