import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import { type Language, languageNames, languages } from '@parley/core/text/languages'
import foot from '../../ui/FootButton.module.css'
import { Menu, MenuItem } from '../../ui/overlays/Menu.tsx'
import { createStore, type Store, useStore } from '../../store.ts'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Spinner } from '../../ui/states/Spinner.tsx'
import styles from './assist.module.css'
import { translateMessage } from '../../data/assist/assist.ts'
import { whyNot } from './work.ts'

/** Beside a message with words: has assist translate it. */
export function TranslateButton({ message }: { message: MessageEntity }) {
  if (message.content === '' || message.revoked_at !== null) return null
  return (
    <Menu
      trigger={
        <button type="button" className={foot.button} data-translate="">
          {t('Translate')}
        </button>
      }
    >
      {languages.map(language => (
        <MenuItem key={language} onSelect={() => void translateTo(message, language)}>
          {t('To {language}', { language: languageNames[language] })}
        </MenuItem>
      ))}
    </Menu>
  )
}

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

/** A message in another language, as far as it has come. `of`: the words that were translated; an edited message has others. */
type Translation = { readonly to: Language; readonly of: string } & (
  | { readonly is: 'asked' }
  | { readonly is: 'there'; readonly text: string }
  | { readonly is: 'failed'; readonly why: string }
)

const byMessage = new Map<string, Store<Translation | null>>()

/** Of one message; null: none is shown. For as long as the page lives. */
function translationOf(messageId: string): Store<Translation | null> {
  const held = byMessage.get(messageId) ?? createStore<Translation | null>(null)
  byMessage.set(messageId, held)
  return held
}

/** Has a message translated; what is asked for later counts. */
async function translateTo({ id, content: of }: MessageEntity, to: Language): Promise<void> {
  const translation = translationOf(id)
  const asked: Translation = { is: 'asked', to, of }
  translation.set(asked)
  const settle = (next: Translation) => {
    if (translation.get() === asked) translation.set(next)
  }
  try {
    settle({ is: 'there', to, of, text: await translateMessage(id, to) })
  } catch (cause) {
    settle({ is: 'failed', to, of, why: whyNot(t('Not translated'), cause) })
  }
}
