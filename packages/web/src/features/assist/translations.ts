import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import type { Language } from '@parley/core/text/languages'
import { translateMessage } from '../../data/assist/assist.ts'
import { createStore, type Store } from '../../store.ts'
import { whyNot } from './words.ts'

/** A message in another language, as far as it has come. `of`: the words that were translated; an edited message has others. */
export type Translation = { readonly to: Language; readonly of: string } & (
  | { readonly is: 'asked' }
  | { readonly is: 'there'; readonly text: string }
  | { readonly is: 'failed'; readonly why: string }
)

const byMessage = new Map<string, Store<Translation | null>>()

/** Of one message; null: none is shown. For as long as the page lives. */
export function translationOf(messageId: string): Store<Translation | null> {
  const held = byMessage.get(messageId) ?? createStore<Translation | null>(null)
  byMessage.set(messageId, held)
  return held
}

/** Has a message translated; what is asked for later counts. */
export async function translateTo({ id, content: of }: MessageEntity, to: Language): Promise<void> {
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
