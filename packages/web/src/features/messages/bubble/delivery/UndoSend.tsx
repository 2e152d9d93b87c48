import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import { takeBackMs } from '@parley/core/messages/delivery'
import { keysLabel } from '../../../../commands/catalogue.ts'
import { useServerNow } from '../../../../client/server-clock.ts'
import { Text } from '../../../../ui/layout/Layout.tsx'
import { useThreadActions } from '../../thread-actions.ts'
import styles from '../MessageBubble.module.css'

/** Beside a message of one's own that has not left yet: takes it back, and says for how long that can be done. */
export function UndoSend({ message }: { readonly message: MessageEntity }) {
  const { viewerId, undoSend } = useThreadActions()
  const seconds = Math.floor(takeBackMs(message, viewerId, useServerNow()) / 1_000)
  if (seconds === 0) return null
  return (
    <Text
      as="button"
      type="button"
      tone="accent"
      nowrap
      className={styles.undo}
      title={t('Undo sending ({keys})', { keys: keysLabel('undo') })}
      onClick={() => undoSend(message)}
    >
      {t('Undo')}
      <span aria-hidden="true"> {t('{seconds} s', { seconds })}</span>
    </Text>
  )
}
