import { t } from '@parley/core/text/translate'
import { Text } from '../layout/Layout.tsx'
import styles from './TrendMark.module.css'

export type TrendMarkProps = {
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
