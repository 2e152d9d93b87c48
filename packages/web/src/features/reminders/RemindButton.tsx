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
    aria-haspopup="dialog"
    onClick={() => reminders.asked.set(messageId)}
  >
    Remind me
  </button>
)
