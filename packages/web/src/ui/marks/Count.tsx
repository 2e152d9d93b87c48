import { t } from '@parley/core/text/translate'
import styles from './Count.module.css'
import { classNames } from '../hooks/class-names.ts'

type CountProps = {
  /** Zero shows nothing unless it is stale; above 99 shows "99+". */
  value: number
  /** What is counted, said after the number: "unread messages". */
  of: string
  /** The number may have moved since: it is drawn dashed and said to be out of date. */
  stale?: boolean
  className?: string | undefined
}

/** A number that asks for attention, such as unread messages. */
export function Count({ value, of, stale = false, className }: CountProps) {
  if (value <= 0 && !stale) return null
  const note = stale ? t(', may be out of date') : ''
  return (
    <span
      className={classNames(styles.count, stale && styles.stale, className)}
      title={`${value} ${of}${note}`}
    >
      {value > 99 ? '99+' : Math.max(0, value)}
      <span className="visually-hidden">{` ${of}${note}`}</span>
    </span>
  )
}
