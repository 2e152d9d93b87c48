import type { ApplicationKind } from '@parley/core/applications/application'
import type { Words } from '../language.ts'
import type { Field } from './field.ts'
import { beneficiaryFieldsOf, fieldAt, fieldsOf } from './fields.ts'
import { mostBeneficiaries } from './fields/beneficiary.ts'
import { askedFields, beneficiaryCount, nextAt, revalidatedAt } from './next.ts'
import { type At, factsOf, type FormState, type Known, put, type Source, startForm } from './state.ts'
import { type Value, words } from './value.ts'

const isOpen = ({ status }: FormState): boolean => status === 'asking' || status === 'paused'

const notHere = words(
  'This field cannot be filled in here.',
  'Kino tekisobola kujjuzibwa wano.',
  'Sehemu hii haiwezi kujazwa hapa.',
)
const notAsked = words(
  'The other answers leave this question no sense. Change those first.',
  'Ebirala ebyaddibwamu biraga nti kino tekibuuzibwa. Sooka okyuse ebyo.',
  'Majibu mengine yanafanya swali hili lisihitajike. Badilisha hayo kwanza.',
)

/** A consent refers to the answers that the customer saw, so a change goes back to the summary. */
const seenAgain = (at: At): At => (at.step === 'consent' ? { step: 'summary' } : at)

const isSame = (one: Value | undefined, other: Value): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Fills in a field for the customer, parsed as the customer's own answer would be. If it was the open question, the next one opens.
 * Before a consent the summary is shown again. An equal value keeps its source. A closed form, an unknown path and a question that
 * does not apply are problems too.
 */
export function prefill(
  state: FormState,
  path: string,
  text: string,
  source: Source,
): { readonly state: FormState; readonly problem?: never } | { readonly problem: Words } {
  const field = fieldAt(state.kind, path)
  const isNext = !path.startsWith('beneficiaries.') || Number(path.split('.')[1]) <= beneficiaryCount(state)
  if (field === undefined || !isNext || !isOpen(state)) {
    return { problem: notHere }
  }
  if (!field.isAsked(other => state.values[other]?.value)) return { problem: notAsked }
  const now = new Date(source.at)
  const read = field.read(text, factsOf(state, now, 'en'))
  if (read.problem !== undefined) return { problem: read.problem }
  if (isSame(state.values[path]?.value, read.value)) return { state }
  const filled = put(state, path, read.value, source)
  const facts = factsOf(filled, now, 'en')
  const wasOpen = state.at.step === 'field' && state.at.path === path
  const at = wasOpen ? nextAt(filled, facts) : seenAgain(revalidatedAt(filled, facts))
  return { state: { ...filled, at, misses: wasOpen ? 0 : state.misses, changed_at: source.at } }
}

/** Reopens the form at its first open question. */
export function openAgain(state: FormState, now: Date): FormState {
  const open: FormState = {
    ...state,
    status: 'asking',
    aside: state.files.length > 0 ? 'file' : null,
    misses: 0,
  }
  return { ...open, at: nextAt(open, factsOf(open, now, 'en')), changed_at: now.toISOString() }
}

export interface WholeForm {
  /** With all valid values; missing and invalid ones are open questions. */
  readonly state: FormState
  /** Required paths without a value. */
  readonly missing: readonly string[]
  readonly wrong: readonly { readonly path: string; readonly problem: Words }[]
}

/** Limits for a foreign form. */
const mostValues = 300
const mostDepth = 6

const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '_')
    .replace(/^_|_$/gu, '')

/** The values of a form as texts, by joined names: `personal_details_full_name`. */
function textsOf(json: unknown): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const visit = (value: unknown, key: string, depth: number): void => {
    if (texts.size >= mostValues || depth > mostDepth || value === null) return
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value).trim()
      if (text !== '') texts.set(key, text)
    } else if (Array.isArray(value) && value.every(one => typeof one === 'string')) {
      if (value.length > 0) texts.set(key, value.join(', '))
    } else if (typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) {
        visit(inner, [key, keyOf(name)].filter(part => part !== '').join('_'), depth + 1)
      }
    }
  }
  visit(json, '', 0)
  return texts
}

/** Flows of earlier versions send a date in milliseconds since 1970. */
function dayText(text: string): string {
  const at = new Date(Number(text))
  return /^-?\d{9,14}$/u.test(text) && !Number.isNaN(at.getTime()) ? at.toISOString().slice(0, 10) : text
}

/** The text for a field under any of its names. */
function textFor(
  texts: ReadonlyMap<string, string>,
  field: Field,
  names: readonly string[],
): string | undefined {
  const found = names.map(name => texts.get(name)).find(text => text !== undefined)
  return field.form === 'date' && found !== undefined ? dayText(found) : found
}

/** The fields of beneficiaries with their texts, numbered without gaps. */
function beneficiaryTexts(texts: ReadonlyMap<string, string>): readonly (readonly [Field, string])[] {
  const people = Array.from({ length: mostBeneficiaries + 1 }, (_, index) =>
    beneficiaryFieldsOf(0).flatMap(field => {
      const name = field.path.split('.')[2] ?? ''
      const names = [
        `beneficiaries_${index}_${name}`,
        `beneficiary_${index + 1}_${name}`,
        ...(index === 0 ? [`beneficiary_${name}`] : []),
      ]
      const text = textFor(texts, field, names)
      return text === undefined ? [] : [[name, text] as const]
    }),
  )
  return people
    .filter(person => person.length > 0)
    .flatMap((person, index) =>
      person.flatMap(([name, text]) => {
        const field = beneficiaryFieldsOf(index).find(one => one.path.endsWith(`.${name}`))
        return field === undefined ? [] : [[field, text] as const]
      }),
    )
}

/** Parses all values of a form into a state, by the same parsers as in the chat. */
export function fillForm(state: FormState, json: unknown, source: Source, now: Date): WholeForm {
  const texts = textsOf(json)
  const wrong: { path: string; problem: Words }[] = []
  let filled = state
  const take = (field: Field, text: string): void => {
    const read = field.read(text, factsOf(filled, now, 'en'))
    if (read.problem === undefined) filled = put(filled, field.path, read.value, source)
    else wrong.push({ path: field.path, problem: read.problem })
  }
  for (const field of fieldsOf[state.kind]) {
    const name = field.path.split('.')[1] ?? ''
    const text = textFor(texts, field, [keyOf(field.path), name])
    if (text !== undefined && field.isAsked(path => filled.values[path]?.value)) take(field, text)
  }
  for (const [field, text] of beneficiaryTexts(texts)) take(field, text)
  const open = askedFields(filled).filter(
    ({ path }) => filled.values[path] === undefined && !wrong.some(one => one.path === path),
  )
  const skipped = open.filter(({ isNeeded }) => !isNeeded).map(({ path }) => path)
  filled = { ...filled, skipped: [...new Set([...filled.skipped, ...skipped])], misses: 0 }
  return {
    state: { ...filled, at: nextAt(filled, factsOf(filled, now, 'en')) },
    missing: open.filter(({ isNeeded }) => isNeeded).map(({ path }) => path),
    wrong,
  }
}

/**
 * Takes the reply of a WhatsApp Flow: nested like `form_data`, or flat (`full_name`, `contact_details_email`,
 * `beneficiary_1_name`). Optional fields without a value are not asked; consents always are.
 */
export function takeWholeForm(
  kind: ApplicationKind,
  json: unknown,
  { known = {}, messageId, now }: { readonly known?: Known; readonly messageId: string; readonly now: Date },
): WholeForm {
  const source: Source = { how: 'flow', message_id: messageId, at: now.toISOString(), agent_id: null }
  const taken = fillForm(startForm(kind, known, now), json, source, now)
  return { ...taken, state: { ...taken.state, last_message_id: messageId } }
}
