import { classNames } from '../hooks/class-names.ts'
import styles from './Meter.module.css'

type MeterProps = {
  /** 0 to 100; what is above is drawn full. */
  percent: number
  tone?: 'accent' | 'pale' | 'ok' | 'warn' | 'danger'
  /** 6 or 10 px high. */
  thick?: boolean
}

/** A length for a percentage. Silent: the number always stands beside it. */
export const Meter = ({ percent, tone = 'accent', thick = false }: MeterProps) => (
  <span aria-hidden="true" data-tone={tone} className={classNames(styles.meter, thick && styles.thick)}>
    <span style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
  </span>
)
