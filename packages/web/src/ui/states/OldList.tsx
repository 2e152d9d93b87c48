import type { ReactNode } from 'react'
import { AsOf } from './AsOf.tsx'
import styles from './OldList.module.css'

interface OldListProps {
  /** The rows could not be loaded again. */
  readonly old: boolean
  /** Of when they are, where nothing else says so; null: something does. */
  readonly asOf: string | null
  readonly children: ReactNode
}

/** The rows of a list; while they are old they are dimmed, and their age lies over them, so that nothing moves. */
export function StaleOverlay({ old, asOf, children }: OldListProps) {
  return (
    <div className={styles.list} data-old={old || undefined}>
      {children}
      {old && asOf !== null && <AsOf time={asOf} at="foot" />}
    </div>
  )
}
