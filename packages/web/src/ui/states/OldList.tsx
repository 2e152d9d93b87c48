import { t } from '@parley/core/text/translate'
import type { ReactNode } from 'react'
import styles from './OldList.module.css'

type StaleOverlayProps = {
  /** The rows could not be loaded again. */
  old: boolean
  /** Of when they are, where nothing else says so; null: something does. */
  asOf: string | null
  children: ReactNode
}

/** The rows of a list; while they are old they are dimmed, and their age lies over them, so that nothing moves. */
export const StaleOverlay = ({ old, asOf, children }: StaleOverlayProps) => (
  <div className={styles.list} data-old={old || undefined}>
    {children}
    {old && asOf !== null && <AsOf time={asOf} at="foot" />}
  </div>
)

/**
 * Of when (a time of day) what stands in a box is that is old: above the box's foot, or over its upper edge, so that nothing
 * moves. The box is what it is placed in.
 */
export const AsOf = ({ time, at }: { time: string; at: 'foot' | 'edge' }) => (
  <p className={styles.age} data-at={at}>
    {t('As of {time}', { time })}
  </p>
)
