import { t } from '../text/translate.ts'
import type { TemplateButtonEntity, TemplateEntity } from './api.ts'
import { characters, lengthOf } from '../text/length.ts'
import { hasTypedWords, visibleName } from '../text/fold.ts'

/** A variable of a template. */
interface TemplateVariable {
  /** "header.1", "body.first_name", "button.0": the place of the button, from 0. */
  readonly key: string
  readonly part: 'header' | 'body' | 'button'
  readonly name: string
  readonly label: string
  readonly example: string | null
}

/** Values by the keys of their variables. */
export type TemplateValues = Readonly<Record<string, string>>

/** Characters of a part with its values. Source: Cloud API, "Message template components". */
const templateLimits = { header: 60, body: 1024, button: 2000 } as const

const placeholder = /\{\{\s*(\w+)\s*\}\}/g

const namesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name)),
]

const isPlace = (name: string): boolean => /^\d+$/.test(name)

const greeting = /(?:^|\b)(?:dear|hello|hi|hey|ssebo\/nnyabo)\s+\{\{\s*1\s*\}\}/i

/** Whether a variable is the name in a greeting: "Dear {{1}}". */
const isGreeted = (name: string, text: string): boolean => name === '1' && greeting.test(text)

/** "First name" for first_name; "Value 2" for 2, except in a greeting. */
const labelIn = (text: string, name: string): string => {
  if (isPlace(name)) return isGreeted(name, text) ? t('First name') : t('Value {name}', { name })
  return spoken(name)
}

const spoken = (name: string): string => {
  const words = name.replace(/_+/g, ' ').trim()
  return words === '' ? name : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** The variable of a button: the end of its URL, or the code to copy. */
const buttonVariable = (button: TemplateButtonEntity, place: number): readonly TemplateVariable[] => {
  const [name] = button.kind === 'url' ? namesIn(button.value ?? '') : button.kind === 'code' ? ['1'] : []
  if (name === undefined) return []
  const label = button.kind === 'code' ? t('Code') : t('Link of “{text}”', { text: button.text })
  return [{ key: `button.${place}`, part: 'button', name, label, example: urlExample(button) }]
}

/** WhatsApp's example is the whole URL; the variable is its last part. */
function urlExample({ kind, value, example }: TemplateButtonEntity): string | null {
  const start = kind === 'url' ? (value?.split('{{')[0] ?? '') : ''
  return example === null || !example.startsWith(start) ? example : example.slice(start.length) || null
}

/** All variables of a template, in reading order. */
export function templateVariables(template: TemplateEntity): readonly TemplateVariable[] {
  const { header, body, buttons, examples } = template
  const inText = (part: 'header' | 'body', text: string): readonly TemplateVariable[] =>
    namesIn(text).map(name => ({
      key: `${part}.${name}`,
      part,
      name,
      label: part === 'header' && isPlace(name) ? t('In the heading') : labelIn(text, name),
      example: examples[part][name] ?? null,
    }))
  return [
    ...inText('header', header?.text ?? ''),
    ...inText('body', body),
    ...buttons.flatMap((button, place) => buttonVariable(button, place)),
  ]
}

export interface KnownOfCustomer {
  readonly name: string | null
  readonly phone: string | null
}

const nameWords: ReadonlySet<string> = new Set(['name', 'customer_name', 'full_name', 'client_name'])
const firstNameWords: ReadonlySet<string> = new Set(['first_name', 'firstname'])
const phoneWords: ReadonlySet<string> = new Set(['phone', 'phone_number', 'customer_phone', 'number'])

/** Known values: variables named for the customer's name or number, and a numbered one in a greeting ("Dear {{1}}"). */
export function knownValues(template: TemplateEntity, { name, phone }: KnownOfCustomer): TemplateValues {
  const first = name?.trim().split(/\s+/)[0] ?? null
  const of = (variable: TemplateVariable): string | null => {
    if (variable.part === 'button') return null
    const word = variable.name.toLowerCase()
    if (firstNameWords.has(word)) return first
    if (nameWords.has(word)) return name
    if (phoneWords.has(word)) return phone
    return variable.part === 'body' && isGreeted(word, template.body) ? first : null
  }
  return Object.fromEntries(
    templateVariables(template).flatMap(variable => {
      const value = of(variable)
      return value === null || visibleName(value) === null ? [] : [[variable.key, value] as const]
    }),
  )
}

/** A piece of a part: a value, or the text around it. `empty`: the value is missing. */
export interface TemplatePiece {
  readonly text: string
  readonly is: 'words' | 'value' | 'empty'
}

/** A text with its values, in pieces; a variable without a value shows its label. */
function piecesOf(part: 'header' | 'body', text: string, values: TemplateValues): readonly TemplatePiece[] {
  return text.split(/(\{\{\s*\w+\s*\}\})/).flatMap((piece): TemplatePiece[] => {
    if (piece === '') return []
    const name = /^\{\{\s*(\w+)\s*\}\}$/.exec(piece)?.[1]
    if (name === undefined) return [{ text: piece, is: 'words' }]
    const value = values[`${part}.${name}`] ?? ''
    return [value === '' ? { text: labelIn(text, name), is: 'empty' } : { text: value, is: 'value' }]
  })
}

/** A template as the customer sees it. */
export interface TemplatePreview {
  readonly header: readonly TemplatePiece[]
  readonly body: readonly TemplatePiece[]
  readonly footer: string | null
  readonly buttons: readonly {
    readonly kind: TemplateButtonEntity['kind']
    readonly text: string
    readonly value: string | null
  }[]
}

export function previewOf(template: TemplateEntity, values: TemplateValues): TemplatePreview {
  return {
    header: piecesOf('header', template.header?.text ?? '', values),
    body: piecesOf('body', template.body, values),
    footer: template.footer,
    buttons: template.buttons.map(({ kind, text, value }, place) => {
      const given = values[`button.${place}`] ?? ''
      if (kind === 'code') return { kind, text, value: given || null }
      return { kind, text, value: value?.replace(placeholder, whole => given || whole) ?? null }
    }),
  }
}

export const wordsOf = (pieces: readonly TemplatePiece[]): string => pieces.map(({ text }) => text).join('')

const statusWords: Readonly<Record<string, string>> = {
  PENDING: t('WhatsApp has not approved it yet.'),
  IN_APPEAL: t('WhatsApp looks again at why it was rejected.'),
  REJECTED: t('WhatsApp rejected it.'),
  PAUSED: t('WhatsApp paused it because customers disliked it.'),
  DISABLED: t('WhatsApp disabled it because customers disliked it.'),
  PENDING_DELETION: t('It is being deleted.'),
  DELETED: t('It was deleted.'),
  LIMIT_EXCEEDED: t('WhatsApp does not send it for now: it reached its limit.'),
}

/** Why a template cannot be sent, for a person; null: it can. */
export function templateProblem(
  { status, category, unfillable }: TemplateEntity,
  customer: { readonly wantsMarketing: boolean },
): string | null {
  if (status !== 'APPROVED')
    return statusWords[status] ?? t('WhatsApp does not send it: {status}.', { status })
  if (category === 'MARKETING' && !customer.wantsMarketing)
    return t('This customer wants no marketing messages.')
  if (unfillable !== null) return t('It has a part that Parley cannot fill in.')
  return null
}

/** "Approved", "Paused": WhatsApp's status in readable form. */
export const statusLabel = (status: string): string => {
  const words = status.toLowerCase().replace(/_+/g, ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** The problem of a value. WhatsApp accepts no line breaks, tabs or runs of spaces. */
export function valueProblem(value: string): string | null {
  if (visibleName(value) === null) return t('is missing')
  if (/[\n\r\t]/.test(value)) return t('cannot have line breaks or tabs')
  return / {5,}/.test(value) ? t('cannot have more than 4 spaces in a row') : null
}

/** Problems of values, by key; a part that is too long counts for its last value. */
export function valueProblems(
  template: TemplateEntity,
  values: TemplateValues,
): Readonly<Record<string, string>> {
  const variables = templateVariables(template)
  const problems = variables.flatMap(({ key }) => {
    const problem = valueProblem(values[key] ?? '')
    return problem === null ? [] : [[key, problem] as const]
  })
  const { header, body } = previewOf(template, values)
  const long = (
    [
      ['header', header],
      ['body', body],
    ] as const
  ).flatMap(([part, pieces]) => {
    const last = variables.findLast(variable => variable.part === part)
    const over = lengthOf(wordsOf(pieces)) - templateLimits[part]
    if (last === undefined || over <= 0) return []
    return [[last.key, t('makes it {over} too long', { over: characters(over) })] as const]
  })
  return { ...Object.fromEntries(long), ...Object.fromEntries(problems) }
}

/** Whether name, text or buttons contain all words of the search, in any case. */
export function templateMatches(template: TemplateEntity, search: string): boolean {
  const { name, header, body, footer, buttons } = template
  const all = [name, templateTitle(template), header?.text, body, footer, ...buttons.map(({ text }) => text)]
  return hasTypedWords(all.join(' '), search)
}

/** "Beneficiary form ready" for beneficiary_form_ready. */
export const templateTitle = ({ name }: Pick<TemplateEntity, 'name'>): string => spoken(name)

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** "English" for en, "Luganda" for lg; an unknown code stays. */
export function languageLabel(code: string): string {
  if (code === 'lg') return t('Luganda')
  try {
    return languages.of(code.replace('_', '-')) ?? code
  } catch (error) {
    if (error instanceof RangeError) return code
    throw error
  }
}
