import { t } from '@parley/core/text/translate'
import type { ReminderEntity } from '@parley/core/reminders/api'
import { reminderLimits } from '@parley/core/reminders/constants'
import { TimeDialog } from '../../ui/overlays/TimeDialog.tsx'

interface ReminderDialogProps {
  /** The own one that is there already; null: there is none. */
  readonly reminder: ReminderEntity | null
  readonly customerName: string
  /** The beginning of the message; null where it is not at hand. */
  readonly excerpt: string | null
  readonly onClose: () => void
  readonly onRemind: (due: Date, text: string) => void
}

/** When to be reminded at a message, and of what. */
export const ReminderDialog = ({
  reminder,
  customerName,
  excerpt,
  onClose,
  onRemind,
}: ReminderDialogProps) => (
  <TimeDialog
    title={`${reminder === null ? t('Remind me about this message') : t('Change the reminder')}: ${customerName}`}
    about={excerpt}
    action={reminder === null ? t('Remind me') : t('Save')}
    timeLabel={t('When')}
    noTime={t('Say when, for instance "tomorrow 14:00", or choose a time below')}
    hint={t('You get a notification. The customer does not see this.')}
    time={reminder === null ? null : new Date(reminder.due_at)}
    wordsLabel={t('What to do')}
    mostWords={reminderLimits.text}
    words={reminder?.text ?? ''}
    onClose={onClose}
    onChoose={onRemind}
  />
)
