import { t } from '@parley/core/text/translate'
import { ariaKeys, keysLabel } from '../../commands/catalogue.ts'
import foot from '../../ui/FootButton.module.css'
import type { ThreadReminders } from './thread-reminders.ts'

interface RemindButtonProps {
  readonly messageId: string
  readonly reminders: ThreadReminders
}

/** Beside a message: asks when to be reminded at it. */
export const RemindButton = ({ messageId, reminders }: RemindButtonProps) => (
  <button
    type="button"
    className={foot.button}
    data-act="remind"
    title={t('Remind me about this message ({keys})', { keys: keysLabel('message.remind') })}
    aria-keyshortcuts={ariaKeys('message.remind')}
    aria-haspopup="dialog"
    onClick={() => reminders.asked.set(messageId)}
  >
    {t('Remind me')}
  </button>
)
