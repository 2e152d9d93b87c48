import { t } from '../text/translate.ts'
import type { Ask, SentCard } from './asks.ts'
import type { ContactEntity } from './details.ts'
import { lengthOf, tooLong } from '../text/length.ts'
import { isSameText, visibleName } from '../text/fold.ts'
import { canonicalPhone } from '../customers/rules.ts'

/** WhatsApp's limits for questions, in characters and items. Source: Cloud API, "Interactive messages". */
export const askLimits = {
  words: { buttons: 1_024, list: 4_096, location: 1_024 },
  buttons: 3,
  buttonTitle: 20,
  listButton: 20,
  rows: 10,
  rowTitle: 24,
  rowDescription: 72,
  /** Our own limit: a card's line. */
  cardText: 100,
} as const

/** An error sentence for each invalid field: "content", "buttons.0", "button", "rows.1.title". */
export type FieldProblems = Readonly<Record<string, string>>

const blank = (text: string): boolean => visibleName(text) === null

/** The problem of a required text; undefined: none. */
function textProblem(text: string, most: number): string | undefined {
  if (blank(text)) return t('must not be empty')
  return lengthOf(text.trim()) > most ? tooLong(most) : undefined
}

/** The customer cannot tell apart two titles that read the same. */
function problemsOfTitles(titles: readonly string[], most: number, nameOf: (n: number) => string) {
  return titles.map((title, n) => {
    const same = titles.findIndex(one => isSameText(one, title))
    return [
      nameOf(n),
      textProblem(title, most) ?? (same < n ? t('says the same as another one') : undefined),
    ] as const
  })
}

const found = (problems: readonly (readonly [string, string | undefined])[]): FieldProblems =>
  Object.fromEntries(problems.filter((one): one is readonly [string, string] => one[1] !== undefined))

/**
 * The reasons why WhatsApp would reject a question; empty if it is valid.
 * @param words the text above the choices
 */
export function askProblems(ask: Ask, words: string): FieldProblems {
  const content = ['content', textProblem(words, askLimits.words[ask.kind])] as const
  switch (ask.kind) {
    case 'location':
      return found([content])
    case 'buttons':
      return found([
        content,
        ['buttons', piecesProblem(ask.buttons.length, askLimits.buttons, 'buttons')],
        ...problemsOfTitles(ask.buttons, askLimits.buttonTitle, n => `buttons.${n}`),
      ])
    case 'list':
      return found([
        content,
        ['button', textProblem(ask.button, askLimits.listButton)],
        ['rows', piecesProblem(ask.rows.length, askLimits.rows, 'rows')],
        ...problemsOfTitles(
          ask.rows.map(row => row.title),
          askLimits.rowTitle,
          n => `rows.${n}.title`,
        ),
        ...ask.rows.map(
          ({ description }, n) =>
            [
              `rows.${n}.description`,
              description === null ? undefined : textProblem(description, askLimits.rowDescription),
            ] as const,
        ),
      ])
  }
}

const piecesProblem = (count: number, most: number, what: string): string | undefined =>
  count < 1 || count > most ? t('must be 1 to {most} {what}', { most, what }) : undefined

/** One address, without characters that a mail program would read as more. */
const isEmail = (text: string): boolean => /^[^\s@?&%<>"]+@[^\s@?&%<>"]+$/.test(text.trim())

/** The reasons why a card is not usable. */
export function cardProblems({ name, organisation, number, email }: SentCard): FieldProblems {
  return found([
    ['name', textProblem(name, askLimits.cardText)],
    [
      'number',
      canonicalPhone(number) === null ? t('must be a whole phone number with its country code') : undefined,
    ],
    ['organisation', organisation === null ? undefined : textProblem(organisation, askLimits.cardText)],
    ['email', email === null || isEmail(email) ? undefined : t('must be an e-mail address')],
  ])
}

/** The line that names a card, for lists, notifications and quotes. */
export const cardWords = ({ name }: Pick<SentCard, 'name'>): string =>
  t('Contact: {name}', { name: name.trim() })

/** A sent card in the shape of the cards that customers send. */
export const cardContact = ({ name, organisation, number, email }: SentCard): ContactEntity => ({
  name: name.trim(),
  full_name: null,
  phones: [{ number: canonicalPhone(number) ?? number, label: null, wa_id: null }],
  emails: email === null ? [] : [{ text: email.trim(), label: null }],
  addresses: [],
  urls: [],
  organisation: organisation?.trim() ?? null,
  birthday: null,
})

/** The reverse, to change and resend a card. */
export const cardOfContact = ({ name, organisation, phones, emails }: ContactEntity): SentCard => ({
  name: name ?? '',
  organisation,
  number: phones[0]?.number ?? '',
  email: emails[0]?.text ?? null,
})

/** A question in the form that is sent: its texts are trimmed. */
export function trimmedAsk(ask: Ask): Ask {
  switch (ask.kind) {
    case 'location':
      return ask
    case 'buttons':
      return { kind: 'buttons', buttons: ask.buttons.map(title => title.trim()) }
    case 'list':
      return {
        kind: 'list',
        button: ask.button.trim(),
        rows: ask.rows.map(({ title, description }) => ({
          title: title.trim(),
          description: description?.trim() ?? null,
        })),
      }
  }
}

/** The id of a choice at WhatsApp is its place, from 1; the reply also carries the title. */
export const choiceId = (place: number): string => String(place + 1)
