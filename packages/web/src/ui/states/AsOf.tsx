import { t } from '@parley/core/text/translate'
import styles from './AsOf.module.css'

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
