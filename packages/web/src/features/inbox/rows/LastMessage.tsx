import type { ConversationEntity } from '@parley/core/conversations/api'
import { cut } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'
import { hasVisibleText, wordlessLabel } from '@parley/core/text/visible'
import { Paperclip } from 'lucide-react'
import { Text } from '../../../ui/layout/Layout.tsx'
import styles from './LastMessage.module.css'

/** The newest message in one line, for its viewer. A message without words is named by its kind. */
export function lastMessageView(
  { last_message: message }: Pick<ConversationEntity, 'last_message'>,
  viewerId: string,
) {
  if (message === null) return { by: null, text: t('No messages yet'), file: false, none: true }
  const { content, message_type: type } = message
  const text = hasVisibleText(content) ? content.replaceAll(/\s+/g, ' ').trim() : wordlessLabel(type, content)
  return { by: writer(message, viewerId), text, file: message.has_attachments, none: false }
}

/** Who wrote it, when it was not the customer: "You", "Bot" or a colleague's name. */
function writer(message: NonNullable<ConversationEntity['last_message']>, viewerId: string): string | null {
  if (message.direction === 'INBOUND') return null
  if (message.source === 'BOT') return t('Bot')
  if (message.sender_id === viewerId) return t('You')
  return message.sender_name
}

/** More than the widest line has room for. */
const longest = 300

type LastMessageProps = {
  view: ReturnType<typeof lastMessageView>
  /** Draw it strong: somebody waits for an answer. */
  unread: boolean
  /** Characters at most. The line ends where its room does. */
  length?: number
}

/** The newest message in one line, with its direction hinted. */
export function LastMessage({ view, unread, length = longest }: LastMessageProps) {
  return (
    <Text
      tone="muted"
      cut
      className={styles.line}
      data-unread={unread || undefined}
      data-none={view.none || undefined}
    >
      {view.file && (
        <Paperclip size={14} strokeWidth={1.8} aria-label={t('With a file:')} className={styles.clip} />
      )}
      {view.by !== null && <Text weight={400} tone="faint" className={styles.by}>{`${view.by}: `}</Text>}
      <bdi>{cut(view.text, length)}</bdi>
    </Text>
  )
}
