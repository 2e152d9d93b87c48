import type { ReactNode } from 'react'
import { t } from '@parley/core/text/translate'
import { classNames } from '../hooks/class-names.ts'
import { HStack, Text } from '../layout/Layout.tsx'
import { Skeleton } from '../states/Skeleton.tsx'
import styles from './StatCard.module.css'

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
export const StatCard = ({
  title,
  value,
  icon,
  description,
  trend = null,
  loading = false,
  about,
  flat = false,
}: StatCardProps) => (
  <Text
    as="div"
    role="group"
    aria-label={title}
    aria-busy={loading}
    flex="shrink"
    digits
    className={classNames(!flat && styles.card)}
  >
    <HStack gap={1} size="meta" tone="muted" className={styles.title}>
      {icon}
      <span>{title}</span>
      {loading ? <span className={styles.aboutPlace} /> : about}
    </HStack>
    <HStack align="baseline" wrap size="meta" tone="muted" className={styles.value}>
      {loading ? (
        <Skeleton width={72} height={20} />
      ) : (
        <>
          <b>{value}</b>
          {trend && <TrendMark {...trend} />}
        </>
      )}
    </HStack>
    {description && (
      <Text as="div" size="meta" tone="faint">
        {description}
      </Text>
    )}
  </Text>
)

type TrendMarkProps = {
  direction: 'up' | 'down' | 'flat'
  /** As it is shown, "18.0%". */
  percent: string
  /** Good is green, bad red, neither grey; a screen reader hears the word. */
  good: boolean | null
  /** What it is compared with: "last week". */
  against: string
}

const marks = { up: '▲', down: '▼', flat: '–' }

/** How a figure moved. The direction is an arrow and a word, never colour alone. */
export function TrendMark({ direction, percent, good, against }: TrendMarkProps) {
  const verdict = good === null ? '' : good ? t(', better') : t(', worse')
  const moved = direction === 'flat' ? 'unchanged' : `${direction} ${percent}`
  return (
    <Text
      size="meta"
      weight={500}
      tone={good === null ? 'muted' : good ? 'ok' : 'danger'}
      nowrap
      digits
      className={styles.trend}
      title={t('{moved} against {against}{verdict}', { moved, against, verdict })}
    >
      <span aria-hidden="true">
        {marks[direction]} {percent}
      </span>
      <span className="visually-hidden">
        {t('{moved} against {against}{verdict}', { moved, against, verdict })}
      </span>
    </Text>
  )
}
