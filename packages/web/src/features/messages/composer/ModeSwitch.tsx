import { Lock } from 'lucide-react'
import { ariaKeys, keysLabel } from '../../../commands/catalogue.ts'
import { HStack } from '../../../ui/layout/Layout.tsx'
import styles from './ModeSwitch.module.css'

interface ModeSwitchProps {
  readonly isNote: boolean
  readonly onReply: () => void
  readonly onNote: () => void
}

/** Chooses whom one writes to: the customer, or colleagues alone. */
export const ModeSwitch = ({ isNote, onReply, onNote }: ModeSwitchProps) => (
  <HStack role="group" aria-label="Write" gap={0.5} align="stretch" inline className={styles.switch}>
    <button
      type="button"
      aria-pressed={!isNote}
      aria-keyshortcuts={ariaKeys('conversation.reply')}
      title={`To the customer (${keysLabel('conversation.reply')})`}
      onClick={onReply}
    >
      Reply
    </button>
    <button
      type="button"
      aria-pressed={isNote}
      aria-keyshortcuts={ariaKeys('conversation.note')}
      title={`Only for colleagues (${keysLabel('conversation.note')})`}
      onClick={onNote}
    >
      <Lock size={13} strokeWidth={1.8} aria-hidden="true" />
      Note
    </button>
  </HStack>
)
