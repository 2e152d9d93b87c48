import { t } from '@parley/core/text/translate'
import type { QuotedEntity } from '@parley/core/messages/api'
import { quotedName } from '@parley/core/messages/rules'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { HStack } from '../../../ui/layout/Layout.tsx'
import { QuotedMessage } from '../bubble/Quote.tsx'
import styles from '../bubble/Quote.module.css'

interface ChosenQuoteProps {
  readonly message: QuotedEntity
  readonly onLetGo: () => void
}

/** Above the box: the message that the next one will answer. */
export function ChosenQuote({ message, onLetGo }: ChosenQuoteProps) {
  return (
    <HStack
      role="group"
      aria-label={t('Replying to {message}', { message: quotedName(message) })}
      gap={2}
      className={styles.chosen}
    >
      <QuotedMessage message={message} />
      <IconButton label={t('Do not quote')} shortcut="Escape" size="small" onClick={onLetGo}>
        <X size={15} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
    </HStack>
  )
}
