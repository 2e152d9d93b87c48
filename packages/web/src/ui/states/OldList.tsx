import type { ReactNode } from 'react'
import { t } from '@parley/core/text/translate'
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

interface AsOfProps {
  /** A time of day. */
  readonly time: string
  /** Above the box's foot, or over its upper edge. */
  readonly at: 'foot' | 'edge'
}

/** Of when what stands in a box is that is old: over it, so that nothing moves. The box is what it is placed in. */
export const AsOf = ({ time, at }: AsOfProps) => (
  <p className={styles.age} data-at={at}>
    {t('As of {time}', { time })}
  </p>
)
