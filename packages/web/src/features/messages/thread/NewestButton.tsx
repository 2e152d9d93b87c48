import { ArrowDown } from 'lucide-react'
import styles from './NewestButton.module.css'

/** Leads a reader who is further up back to the newest message, and says how many came meanwhile. */
export function NewestButton({ arrived, onClick }: { arrived: number; onClick: () => void }) {
  const label = arrived === 0 ? 'Newest messages' : `${arrived} new ${arrived === 1 ? 'message' : 'messages'}`
  return (
    <button type="button" className={arrived === 0 ? styles.quiet : styles.pill} onClick={onClick}>
      <ArrowDown size={14} strokeWidth={2} aria-hidden="true" />
      {label}
    </button>
  )
}
