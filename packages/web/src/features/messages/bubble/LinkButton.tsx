import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import { conversationPath } from '@parley/core/notifications/rules'
import { CopyLink } from '../../../ui/CopyLink.tsx'
import { keysLabel } from '../../../commands/catalogue.ts'
import foot from '../../../ui/FootButton.module.css'

/** Beside a message: an address that opens its conversation at it. */
export const LinkButton = ({ message }: { readonly message: MessageEntity }) => (
  <CopyLink
    to={conversationPath(message.conversation_id, message.id)}
    className={foot.button}
    keys={t('Copy link ({keys})', { keys: keysLabel('message.link') })}
  />
)
