import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import { canQuote } from '@parley/core/messages/rules'
import { conversationPath } from '@parley/core/notifications/rules'
import { hasVisibleText } from '@parley/core/text/visible'
import { takeBackMs } from '@parley/core/messages/delivery'
import { ariaKeys, keysLabel } from '../../../commands/catalogue.ts'
import foot from '../../../ui/FootButton.module.css'
import { useThreadActions } from '../thread-actions.ts'
import { CopyLink } from '../../../ui/CopyLink.tsx'
import { useServerNow } from '../../../client/server-clock.ts'
import { Text } from '../../../ui/layout/Layout.tsx'
import styles from './MessageBubble.module.css'

/** Beside a message that WhatsApp has: the next message will answer it. */
export function ReplyButton({ message }: { readonly message: MessageEntity }) {
  const { reply } = useThreadActions()
  if (reply === null || !canQuote(message)) return null
  return (
    <button
      type="button"
      className={foot.button}
      data-act="quote"
      title={t('Quote this message in your reply ({key}; {boxKey} in the box)', {
        key: keysLabel('message.quote'),
        boxKey: keysLabel('write.quote'),
      })}
      aria-keyshortcuts={ariaKeys('message.quote')}
      onClick={() => reply(message)}
    >
      {t('Reply')}
    </button>
  )
}

/** Beside a message: an address that opens its conversation at it. */
export const LinkButton = ({ message }: { readonly message: MessageEntity }) => (
  <CopyLink
    to={conversationPath(message.conversation_id, message.id)}
    className={foot.button}
    keys={t('Copy link ({keys})', { keys: keysLabel('message.link') })}
  />
)

/** Beside a customer's words: opens a new ticket that quotes them. */
export function TicketButton({ message }: { readonly message: MessageEntity }) {
  const { newTicket } = useThreadActions()
  if (newTicket === null || message.direction !== 'INBOUND' || message.revoked_at !== null) return null
  if (!hasVisibleText(message.content)) return null
  return (
    <button
      type="button"
      className={foot.button}
      title={t('Create a ticket from this message')}
      onClick={() => newTicket(message)}
    >
      {t('Ticket…')}
    </button>
  )
}

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
