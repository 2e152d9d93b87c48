import { plural, t } from '@parley/core/text/translate'
import { ArrowDown } from 'lucide-react'
import styles from './Thread.module.css'

/** Leads a reader who is further up back to the newest message, and says how many came meanwhile. */
export function NewestButton({ arrived, onClick }: { arrived: number; onClick: () => void }) {
  const label =
    arrived === 0
      ? t('Newest messages')
      : plural(arrived, { one: '{count} new message', other: '{count} new messages' })
  return (
    <button type="button" className={arrived === 0 ? styles.quiet : styles.newest} onClick={onClick}>
      <ArrowDown size={14} strokeWidth={2} aria-hidden="true" />
      {label}
    </button>
  )
}
