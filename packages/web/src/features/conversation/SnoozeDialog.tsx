import { maxSnoozeReason } from '@parley/core/conversations/constants'
import type { SnoozeChange } from '../../data/conversations/snooze.ts'
import { TimeDialog } from '../../ui/overlays/TimeDialog.tsx'

interface SnoozeDialogProps {
  /** "Snooze", and what. */
  readonly title: string
  readonly onClose: () => void
  readonly onSnooze: (change: SnoozeChange) => void
}

/** Until when a conversation is put off, and why. */
export const SnoozeDialog = ({ title, onClose, onSnooze }: SnoozeDialogProps) => (
  <TimeDialog
    title={title}
    action="Snooze"
    timeLabel="Until"
    hint="Returns sooner if the customer writes."
    wordsLabel="Reason (visible to your team)"
    mostWords={maxSnoozeReason}
    onClose={onClose}
    onChoose={(until, reason) => onSnooze({ until, reason: reason === '' ? null : reason })}
  />
)
