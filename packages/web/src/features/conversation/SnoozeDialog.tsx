import { t } from '@parley/core/text/translate'
import { maxSnoozeReason } from '@parley/core/conversations/constants'
import type { SnoozeChange } from '../../data/conversations/waits.ts'
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
    action={t('Snooze')}
    timeLabel={t('Until')}
    noTime={t('Say until when, for instance "tomorrow 14:00", or choose a time below')}
    hint={t('Returns sooner if the customer writes.')}
    wordsLabel={t('Reason (visible to your team)')}
    mostWords={maxSnoozeReason}
    onClose={onClose}
    onChoose={(until, reason) => onSnooze({ until, reason: reason === '' ? null : reason })}
  />
)
