import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import styles from './FailureLine.module.css'

interface FailureLineProps {
  readonly words: string
  readonly onRetry: () => Promise<void>
  /** Absent where there is no text to take back. */
  readonly onEdit?: (() => void) | undefined
}

/** Why a message is not with the customer, and what can be done: try again, or take the text back into the box. */
export function FailureLine({ words, onRetry, onEdit }: FailureLineProps) {
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await onRetry()
    setBusy(false)
  }
  return (
    <div className={styles.line}>
      <TriangleAlert size={14} strokeWidth={1.9} aria-hidden="true" />
      <p className={styles.words}>
        {words}{' '}
        <button type="button" className={styles.action} disabled={busy} onClick={() => void retry()}>
          {busy ? 'Retrying…' : 'Retry'}
        </button>
        {onEdit && (
          <button type="button" className={styles.action} disabled={busy} onClick={onEdit}>
            Edit
          </button>
        )}
      </p>
    </div>
  )
}
