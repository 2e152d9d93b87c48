import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../hooks/class-names.ts'
import styles from './EmptyState.module.css'

type ErrorStateProps = {
  /** What failed. */
  title: string
  /** Why, or what it means for the reader. */
  hint?: string
  /** The next step, usually a button that tries again. */
  action?: ReactNode
  /** The title's element: `h1` where the state is the whole page. */
  titleAs?: 'h1' | 'p'
}

/** Something could not be shown: the thing, the reason, the next step. Announced at once. */
export function ErrorState({ title, hint, action, titleAs: Title = 'p' }: ErrorStateProps) {
  return (
    <div role="alert" className={styles.state}>
      <span className={classNames(styles.icon, styles.danger)}>
        <TriangleAlert size={20} strokeWidth={1.8} aria-hidden="true" />
      </span>
      <Title className={styles.title}>{title}</Title>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
