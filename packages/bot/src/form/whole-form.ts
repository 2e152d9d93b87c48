import type { ApplicationKind } from '@parley/core/applications/application'
import type { Words } from '../language.ts'
import type { Field } from './field.ts'
import { mostBeneficiaries } from './fields/beneficiary.ts'
import { beneficiaryFieldsOf, fieldsOf } from './fields.ts'
import { askedFields, nextAt } from './next.ts'
import { type FormState, factsOf, type Known, put, type Source, startForm } from './state.ts'

export interface WholeForm {
  /** With all that could be read; what is missing or wrong stands open. */
  readonly state: FormState
  /** Paths that an application needs and the form left blank. */
  readonly missing: readonly string[]
  readonly wrong: readonly { readonly path: string; readonly problem: Words }[]
}

/** A form of more values than any of ours has is read in its beginning, to this depth. */
const mostValues = 300
const mostDepth = 6

const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '_')
    .replace(/^_|_$/gu, '')

/** The values of a form as texts, by the names on the way to them: `personal_details_full_name`. */
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

/** A date as Flows of earlier versions send it: milliseconds since 1970. */
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

/** The fields of beneficiaries with their texts: the first who is named anywhere is the first of the form. */
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

/** Reads every value of a form into a state, by the same readers as in the chat. */
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
 * A form that came at once, as the reply of a WhatsApp Flow: nested as `form_data` is, or flat (`full_name`,
 * `contact_details_email`, `beneficiary_1_name`). What may be left out and was is not asked; consents always are.
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
