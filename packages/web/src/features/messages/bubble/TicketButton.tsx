import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import { hasVisibleText } from '@parley/core/text/visible'
import foot from '../../../ui/FootButton.module.css'
import { useThreadActions } from '../thread-actions.ts'

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
