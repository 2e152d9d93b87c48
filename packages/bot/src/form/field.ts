import { type FieldForm, type FormField, formSections } from '@parley/core/applications/form'
import type { Words } from '../language.ts'
import { choice, type Option } from './parse/choice.ts'
import { type Facts, type Reader, same, type Value } from './value.ts'

/** What was answered at a path; undefined for nothing. */
export type Answers = (path: string) => Value | undefined

/** A question of a form. */
export interface Field {
  /** As in `form_data`: `personal_details.full_name`, `beneficiaries.0.percentage`. */
  readonly path: string
  readonly section: string
  readonly label: Words
  readonly form: FieldForm
  readonly question: Words
  /** What an answer looks like. */
  readonly example: Words
  /** One that is not needed may be skipped. */
  readonly isNeeded: boolean
  /** Whether the other answers leave the question any sense. */
  readonly isAsked: (answers: Answers) => boolean
  /** At most seven, so that skip, help and a person stand beside them. */
  readonly options: readonly Option[]
  /** Answers that can be pressed though others may be written; their words are read like written ones. */
  readonly suggest: (facts: Facts) => readonly Option[]
  /** Whether a kept answer can become wrong by time or by other answers; it is read again then. */
  readonly canExpire: boolean
  readonly read: Reader
  /** What else it is called: "change my salary". */
  readonly also: readonly string[]
}

/** What a section says of one of its fields; the rest is known from core's rules. */
export interface Question {
  readonly name: string
  /** The label in Luganda and Swahili, at most 24 characters. */
  readonly label: readonly [lg: string, sw: string]
  readonly question: Words
  readonly example: Words | string
  readonly options?: readonly Option[]
  readonly suggest?: (facts: Facts) => readonly Option[]
  readonly read?: Reader
  readonly isNeeded?: boolean
  readonly isAsked?: (answers: Answers) => boolean
  readonly canExpire?: boolean
  readonly also?: readonly string[]
}

/** A field from its question and from what core knows of it. */
export function fieldOf(section: string, prefix: string, known: FormField, asked: Question): Field {
  const { options = [], example } = asked
  return {
    path: `${prefix}.${asked.name}`,
    section,
    label: { en: known.label, lg: asked.label[0], sw: asked.label[1] },
    form: known.form,
    question: asked.question,
    example: typeof example === 'string' ? same(example) : example,
    isNeeded: asked.isNeeded ?? known.required,
    isAsked: asked.isAsked ?? (() => true),
    options,
    suggest: asked.suggest ?? (() => []),
    canExpire: asked.canExpire ?? false,
    read: asked.read ?? (text => choice(text, options)),
    also: asked.also ?? [],
  }
}

/** The questions of a section as fields, in their order. */
export function sectionOf(
  kind: 'ipp' | 'lib',
  name: string,
  questions: readonly Question[],
): readonly Field[] {
  const known = formSections[kind].find(section => section.name === name)?.fields ?? []
  return questions.map(asked => {
    const field = known.find(one => one.name === asked.name)
    if (field === undefined) throw new RangeError(`There is no field ${name}.${asked.name}`)
    return fieldOf(name, name, field, asked)
  })
}

/** A coded word with its titles and what else people say for it. */
export const option = (word: string, en: string, lg: string, sw: string, ...also: string[]): Option => ({
  word,
  title: { en, lg, sw },
  also,
})
