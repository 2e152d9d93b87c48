import type { ApplicationKind } from '@parley/core/applications/application'
import type { DocumentType } from '@parley/core/attachments/api'
import type { OpenPoint } from '@parley/core/applications/open-points'
import { documentOptions } from './form/documents.ts'
import { fieldAt } from './form/fields.ts'
import { words } from './form/value.ts'
import type { Language, Words } from './language.ts'
import { documentTitle } from './notices.ts'

/** A request to a customer about an application. */
export interface Request {
  readonly kind: ApplicationKind
  /** "IPP-2207" */
  readonly number: string
  /** The customer's name; null: unknown. */
  readonly firstName: string | null
  /** The points that a customer can settle, of `pointsToAskFor`. */
  readonly points: readonly OpenPoint[]
  /** The names of the beneficiaries, in the order of the form; null: no name. */
  readonly beneficiaries: readonly (string | null)[]
}

const hello = words('Hello {name}, ', 'Mulimu mutya {name}, ', 'Habari {name}, ')
const opening = words(
  'to go on with your application {number} we need from you:',
  'okugenda mu maaso n’okusaba kwo {number} twetaaga okuva gy’oli:',
  'ili tuendelee na ombi lako {number} tunahitaji kutoka kwako:',
)
const anew = words('{what}, once more', '{what}, nate', '{what}, tena')
const people = words('The names of your beneficiaries', 'Amannya g’abanaafuna', 'Majina ya wanufaika wako')
const shares = words(
  'The shares of your beneficiaries: together they have to be 100%',
  'Emigabo gy’abanaafuna: gyonna awamu girina okuba 100%',
  'Sehemu za wanufaika wako: zote pamoja lazima ziwe 100%',
)
const person = words('Beneficiary {place}', 'Anaafuna {place}', 'Mnufaika {place}')

/** The codes of invalid values; the other codes mean missing ones. */
const isAnew: ReadonlySet<string> = new Set([
  'id-number.form',
  'birth-date.future',
  'start-date.past',
  'amount.not-positive',
  'health.contradiction',
  'shares.range',
  'document.unreadable',
])

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const fill = (text: Words, language: Language, values: Readonly<Record<string, string>>): string =>
  text[language].replaceAll(/\{(\w+)\}/gu, (place, name: string) => values[name] ?? place)

/** One request, in the words of the customer's form. */
function thing(
  { kind, beneficiaries }: Request,
  { code, field, ask }: OpenPoint,
  language: Language,
): string {
  if (code === 'beneficiaries.none') return people[language]
  if (code === 'shares.sum') return shares[language]
  const [section, place = ''] = field.split('.')
  if (section === 'attachments') {
    const isNamed = documentOptions[kind].some(({ word }) => word === place)
    return isNamed ? documentTitle(kind, place as DocumentType, language) : capital(ask ?? place)
  }
  const label = fieldAt(kind, field)?.label[language]
  // The chat's form has no such field: use the reviewer's words.
  if (label === undefined) return capital(ask ?? field)
  if (section !== 'beneficiaries') return label
  const named = beneficiaries[Number(place)]?.trim() ?? ''
  const who = named === '' ? fill(person, language, { place: String(Number(place) + 1) }) : named
  return `${who}: ${label}`
}

/** A message that asks a customer for all open points, each once. */
export function requestText(request: Request, language: Language): string {
  const { firstName, number, points } = request
  const greeting = firstName === null ? '' : fill(hello, language, { name: firstName })
  const lines = points.map(point => {
    const what = thing(request, point, language)
    return `- ${isAnew.has(point.code) ? fill(anew, language, { what }) : what}`
  })
  return [capital(greeting + fill(opening, language, { number })), ...new Set(lines)].join('\n')
}
