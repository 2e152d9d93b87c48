import { cardWords, trimmedAsk } from '@parley/core/messages/ask-rules'
import type { Ask, SentCard } from '@parley/core/messages/asks'
import { t } from '@parley/core/text/translate'

/** What can be made here. */
export type AskKind = Ask['kind'] | 'card'

/** What was made: words with something to press below them, or a card. */
export type Asked =
  | { readonly ask: Ask; readonly card: null; readonly words: string }
  | { readonly ask: null; readonly card: SentCard; readonly words: string }

/** What the form opens with: a kind and what was written already, and what was made before, to be changed. */
export interface AskStart {
  readonly kind: AskKind
  readonly words: string
  readonly ask: Ask | null
  readonly card: SentCard | null
}

export const emptyRow = { title: '', description: '' }
/** A row of a list. */
export type Row = typeof emptyRow

/** What stands in the fields. */
type Written = ReturnType<typeof writtenOf>
/** The fields of a card; empty where the card has none. */
export type CardFields = Written['card']

/** What the fields hold at first: what was made before, with two empty ones where there were fewer. */
export function writtenOf({ kind, words, ask, card }: AskStart) {
  const buttons = ask?.kind === 'buttons' ? ask.buttons : []
  const rows = ask?.kind === 'list' ? ask.rows : []
  return {
    words: words === '' && kind === 'location' ? t('Please send us your location.') : words,
    buttons: [...buttons, ...['', ''].slice(buttons.length)],
    opener: ask?.kind === 'list' ? ask.button : t('Choose'),
    rows: [
      ...rows.map(({ title, description }) => ({ title, description: description ?? '' })),
      ...[emptyRow, emptyRow].slice(rows.length),
    ],
    card: {
      name: card?.name ?? '',
      number: card?.number ?? '',
      email: card?.email ?? '',
      organisation: card?.organisation ?? '',
    },
  }
}

const isBlank = (text: string) => text.trim() === ''

/** What the fields make; those at the end that nothing was written into do not count. */
export function askedOf(kind: AskKind, { words, buttons, opener, rows, card }: Written): Asked {
  switch (kind) {
    case 'location':
      return { ask: { kind }, card: null, words }
    case 'buttons':
      return { ask: { kind, buttons: withoutEnd(buttons, isBlank) }, card: null, words }
    case 'list': {
      const filled = withoutEnd(rows, row => isBlank(row.title) && isBlank(row.description))
      const listed = filled.map(({ title, description }) => ({
        title,
        description: isBlank(description) ? null : description,
      }))
      return { ask: { kind, button: opener, rows: listed }, card: null, words }
    }
    case 'card': {
      const orNull = (text: string) => (isBlank(text) ? null : text)
      const { name, number, email, organisation } = card
      return {
        ask: null,
        card: { name, number, email: orNull(email), organisation: orNull(organisation) },
        words: cardWords({ name }),
      }
    }
  }
}

function withoutEnd<T>(all: readonly T[], isEmpty: (one: T) => boolean): readonly T[] {
  const last = all.findLastIndex(one => !isEmpty(one))
  // One at least, so that its field says what is wrong.
  return all.slice(0, Math.max(1, last + 1))
}

/** Without spaces at both ends. */
export const trimmed = (asked: Asked): Asked =>
  asked.ask === null ? asked : { ...asked, ask: trimmedAsk(asked.ask), words: asked.words.trim() }
