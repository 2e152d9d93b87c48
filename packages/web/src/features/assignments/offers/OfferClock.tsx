import { t } from '@parley/core/text/translate'
import { countdown } from '@parley/core/assignments/rules'
import { Center } from '../../../ui/layout/Layout.tsx'
import styles from './OfferClock.module.css'

const around = 2 * Math.PI * 20

interface OfferClockProps {
  /** Milliseconds. */
  readonly left: number
  readonly whole: number
}

/** How long there is to answer: a ring that empties, and the time in it. */
export function OfferClock({ left, whole }: OfferClockProps) {
  const share = whole <= 0 ? 0 : Math.min(1, Math.max(0, left / whole))
  return (
    <span role="timer" aria-label={t('Time left to accept')} className={styles.clock}>
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="20" className={styles.whole} />
        <circle
          cx="22"
          cy="22"
          r="20"
          className={styles.left}
          strokeDasharray={`${share * around} ${around}`}
        />
      </svg>
      <Center as="span" className={styles.time}>
        {countdown(left)}
      </Center>
    </span>
  )
}
