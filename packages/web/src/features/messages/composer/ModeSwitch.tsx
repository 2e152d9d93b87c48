import { t } from '@parley/core/text/translate'
import { Lock } from 'lucide-react'
import { ariaKeys, keysLabel } from '../../../commands/catalogue.ts'
import { HStack } from '../../../ui/layout/Layout.tsx'
import styles from './Composer.module.css'

interface ModeSwitchProps {
  readonly isNote: boolean
  readonly onReply: () => void
  readonly onNote: () => void
}

/** Chooses whom one writes to: the customer, or colleagues alone. */
export const ModeSwitch = ({ isNote, onReply, onNote }: ModeSwitchProps) => (
  <HStack role="group" aria-label={t('Write')} gap={0.5} align="stretch" inline className={styles.switch}>
    <button
      type="button"
      aria-pressed={!isNote}
      aria-keyshortcuts={ariaKeys('conversation.reply')}
      title={t('To the customer ({keys})', { keys: keysLabel('conversation.reply') })}
      onClick={onReply}
    >
      {t('Reply')}
    </button>
    <button
      type="button"
      aria-pressed={isNote}
      aria-keyshortcuts={ariaKeys('conversation.note')}
      title={t('Only for colleagues ({keys})', { keys: keysLabel('conversation.note') })}
      onClick={onNote}
    >
      <Lock size={13} strokeWidth={1.8} aria-hidden="true" />
      {t('Note')}
    </button>
  </HStack>
)
