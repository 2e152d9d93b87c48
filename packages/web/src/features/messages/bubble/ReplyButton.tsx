import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import { canQuote } from '@parley/core/messages/rules'
import { ariaKeys, keysLabel } from '../../../commands/catalogue.ts'
import foot from '../../../ui/FootButton.module.css'
import { useThreadActions } from '../thread-actions.ts'

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
