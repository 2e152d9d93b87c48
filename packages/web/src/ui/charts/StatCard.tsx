import type { ReactNode } from 'react'
import { classNames } from '../hooks/class-names.ts'
import { Skeleton } from '../states/Skeleton.tsx'
import styles from './StatCard.module.css'
import { TrendMark, type TrendMarkProps } from './TrendMark.tsx'

type StatCardProps = {
  title: string
  /** As it is shown, with its unit. */
  value: ReactNode
  icon?: ReactNode
  /** A few words under the value. */
  description?: ReactNode
  trend?: TrendMarkProps | null
  loading?: boolean
  /** What explains the figure, beside the title. */
  about?: ReactNode
  /** A card of its own, or flat inside another one. */
  flat?: boolean
}

/** One figure with its name. */
export function StatCard({
  title,
  value,
  icon,
  description,
  trend = null,
  loading = false,
  about,
  flat = false,
}: StatCardProps) {
  return (
    <div
      role="group"
      aria-label={title}
      aria-busy={loading}
      className={classNames(styles.stat, !flat && styles.card)}
    >
      <div className={styles.title}>
        {icon}
        <span>{title}</span>
        {loading ? <span className={styles.aboutPlace} /> : about}
      </div>
      <div className={styles.value}>
        {loading ? (
          <Skeleton width={72} height={20} />
        ) : (
          <>
            <b>{value}</b>
            {trend && <TrendMark {...trend} />}
          </>
        )}
      </div>
      {description && <div className={styles.description}>{description}</div>}
    </div>
  )
}
