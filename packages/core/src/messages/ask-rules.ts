import type { Ask, SentCard } from './asks.ts'
import type { ContactEntity } from './details.ts'
import { lengthOf, tooLong } from '../text/length.ts'
import { isSameText, visibleName } from '../text/fold.ts'
import { canonicalPhone } from '../customers/rules.ts'

/** What WhatsApp takes of questions, in characters and pieces. Source: Cloud API, "Interactive messages". */
export const askLimits = {
  words: { buttons: 1_024, list: 4_096, location: 1_024 },
  buttons: 3,
  buttonTitle: 20,
  listButton: 20,
  rows: 10,
  rowTitle: 24,
  rowDescription: 72,
  /** Ours: what a card shows in a line. */
  cardText: 100,
} as const

/** A sentence by the name of each field that is wrong: "content", "buttons.0", "button", "rows.1.title". */
export type FieldProblems = Readonly<Record<string, string>>

const blank = (text: string): boolean => visibleName(text) === null

/** What is wrong with a text that must be there; undefined: nothing. */
function textProblem(text: string, most: number): string | undefined {
  if (blank(text)) return 'must not be empty'
  return lengthOf(text.trim()) > most ? tooLong(most) : undefined
}

/** Two that read the same cannot be told apart by whoever answers. */
function problemsOfTitles(titles: readonly string[], most: number, nameOf: (n: number) => string) {
  return titles.map((title, n) => {
    const same = titles.findIndex(one => isSameText(one, title))
    return [
      nameOf(n),
      textProblem(title, most) ?? (same < n ? 'says the same as another one' : undefined),
    ] as const
  })
}

const found = (problems: readonly (readonly [string, string | undefined])[]): FieldProblems =>
  Object.fromEntries(problems.filter((one): one is readonly [string, string] => one[1] !== undefined))

/**
 * Why WhatsApp would not take a question as it is; nothing where it does.
 * @param words what stands above what can be pressed
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
  count < 1 || count > most ? `must be 1 to ${most} ${what}` : undefined

/** One address, and nothing that a mail program would take for more. */
const isEmail = (text: string): boolean => /^[^\s@?&%<>"]+@[^\s@?&%<>"]+$/.test(text.trim())

/** Why a card is none that somebody could use. */
export function cardProblems({ name, organisation, number, email }: SentCard): FieldProblems {
  return found([
    ['name', textProblem(name, askLimits.cardText)],
    [
      'number',
      canonicalPhone(number) === null ? 'must be a whole phone number with its country code' : undefined,
    ],
    ['organisation', organisation === null ? undefined : textProblem(organisation, askLimits.cardText)],
    ['email', email === null || isEmail(email) ? undefined : 'must be an e-mail address'],
  ])
}

/** The line that names a card, for lists, notices and quotes. */
export const cardWords = ({ name }: Pick<SentCard, 'name'>): string => `Contact: ${name.trim()}`

/** A card as it is sent, in the shape of those that customers send. */
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

/** The same back, to be changed and sent again. */
export const cardOfContact = ({ name, organisation, phones, emails }: ContactEntity): SentCard => ({
  name: name ?? '',
  organisation,
  number: phones[0]?.number ?? '',
  email: emails[0]?.text ?? null,
})

/** As it is sent: without blanks around what is read. */
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

/** WhatsApp's id of what was pressed is its place, from 1: the title comes back with it. */
export const choiceId = (place: number): string => String(place + 1)
