import { t } from '@parley/core/text/translate'
import type { QuotedEntity } from '@parley/core/messages/api'
import { isOpenable, thumbnailOf } from '@parley/core/attachments/rules'
import { quotedName, quotedWords } from '@parley/core/messages/rules'
import { X } from 'lucide-react'
import { HStack, Text, VStack } from '../../../ui/layout/Layout.tsx'
import type { ComposerState } from '../composer/use-composer.ts'
import styles from './Quote.module.css'
import { IconButton } from '../../../ui/IconButton.tsx'

interface QuoteProps {
  readonly message: QuotedEntity | null
  /** Goes to the quoted message. */
  readonly onShow: (message: QuotedEntity) => void
}

/** Above the words of a message: the one that it answers, and the way there. */
export function Quote({ message, onShow }: QuoteProps) {
  if (message === null)
    return (
      <HStack as="p" gap={2} align="stretch" flex="shrink" tone="muted" className={styles.gone}>
        {t('A message that is not here')}
      </HStack>
    )
  return (
    <HStack
      as="button"
      type="button"
      gap={2}
      align="stretch"
      flex="shrink"
      className={styles.quote}
      title={t('Go to this message')}
      onClick={() => onShow(message)}
    >
      <span className="visually-hidden">{t('Quoted:')} </span>
      <QuotedMessage message={message} />
    </HStack>
  )
}

/** Who wrote a quoted message, the beginning of it, and its picture. */
function QuotedMessage({ message }: { message: QuotedEntity }) {
  const { attachment } = message
  const picture = attachment?.state === 'ready' ? thumbnailOf(attachment) : null
  return (
    <>
      <VStack as="span" flex="grow">
        <Text dir="auto" tone="accent" cut className={styles.name}>
          {quotedName(message)}
        </Text>
        <Text dir="auto" tone="muted" breaks className={styles.excerpt}>
          {quotedWords(message)}
        </Text>
      </VStack>
      {picture !== null && isOpenable(picture) && (
        <img src={picture} alt="" width={36} height={36} loading="lazy" className={styles.picture} />
      )}
    </>
  )
}

/** Above the box: the message that the next one will answer. */
export function ChosenQuote({ message, composer }: { message: QuotedEntity; composer: ComposerState }) {
  const letGo = () => {
    composer.quote(null)
    composer.focus()
  }
  return (
    <HStack
      role="group"
      aria-label={t('Replying to {message}', { message: quotedName(message) })}
      gap={2}
      className={styles.chosen}
    >
      <QuotedMessage message={message} />
      <IconButton label={t('Do not quote')} shortcut="Escape" size="small" onClick={letGo}>
        <X size={15} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
    </HStack>
  )
}
