import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import { languageNames } from '@parley/core/text/languages'
import { useStore } from '../../store.ts'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './assist.module.css'
import { translationOf } from './translations.ts'

/** Below a bubble: what assist made of its words. */
export function MessageTranslation({ message }: { message: MessageEntity }) {
  'use memo'
  const held = translationOf(message.id)
  const translation = useStore(held)
  // Of words that were edited or deleted since, nothing is said.
  if (translation === null || translation.of !== message.content || message.revoked_at !== null) return null
  const name = languageNames[translation.to]
  if (translation.is === 'asked') {
    return (
      <HStack as="p" role="status" gap={1.5} size="meta" tone="muted" className={styles.waiting}>
        <Spinner size={12} /> {t('Translating to {name}…', { name })}
      </HStack>
    )
  }
  if (translation.is === 'failed')
    return <FailureNote onDismiss={() => held.set(null)}>{translation.why}</FailureNote>
  return (
    <div role="group" aria-label={t('Translation to {name}', { name })} className={styles.translation}>
      <Text as="p" dir="auto" lang={translation.to} size="body" tone="text" breaks className={styles.said}>
        {translation.text}
      </Text>
      <HStack as="p" align="stretch" wrap tone="muted" className={styles.mark}>
        <span role="status">{t('Translated by assist, may be wrong')}</span>
        <Text
          as="button"
          type="button"
          size="meta"
          weight={500}
          tone="accent"
          className={styles.link}
          onClick={({ currentTarget }) => {
            // The button that has the focus goes.
            currentTarget
              .closest('[role="listitem"]')
              ?.querySelector<HTMLElement>('[data-translate]')
              ?.focus()
            held.set(null)
          }}
        >
          {t('Hide')}
        </Text>
      </HStack>
    </div>
  )
}
