import { X } from 'lucide-react'
import styles from './FailureNote.module.css'

type FailureNoteProps = {
  /** The thing, the reason, the next step. */
  children: string
  /** Absent where the next attempt takes it away. */
  onDismiss?: (() => void) | undefined
}

/** Why what somebody just did was not done, beside the control; announced at once. */
export function FailureNote({ children, onDismiss }: FailureNoteProps) {
  return (
    <p role="alert" className={styles.note}>
      {children}
      {onDismiss && (
        <button
          type="button"
          className={styles.dismiss}
          aria-label="Dismiss"
          title="Dismiss"
          onClick={onDismiss}
        >
          <X size={13} strokeWidth={2} aria-hidden="true" />
        </button>
      )}
    </p>
  )
}
