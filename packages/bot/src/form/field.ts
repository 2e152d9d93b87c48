import { type FieldForm, type FormField, formSections, formWord } from '@parley/core/applications/form'
import { phoneLabel } from '@parley/core/customers/rules'
import type { Language, Words } from '../language.ts'
import { choice, type Option } from './parse/choice.ts'
import { ugx } from './parse/numbers.ts'
import { phrases } from './spelling.ts'
import { type Facts, type Reader, same, type Value } from './value.ts'

/** The answer at a path; undefined: none. */
export type Answers = (path: string) => Value | undefined

/** A question of a form. */
export interface Field {
  /** As in `form_data`: `personal_details.full_name`, `beneficiaries.0.percentage`. */
  readonly path: string
  readonly section: string
  readonly label: Words
  readonly form: FieldForm
  readonly question: Words
  readonly example: Words
  /** An optional field may be skipped. */
  readonly isNeeded: boolean
  /** Whether the question applies after the other answers. */
  readonly isAsked: (answers: Answers) => boolean
  /** At most seven, which leaves room for skip, help and an agent. */
  readonly options: readonly Option[]
  /** Suggested answers; others may be written. They are parsed like written ones. */
  readonly suggest: (facts: Facts) => readonly Option[]
  /** Whether time or other answers can make the answer invalid; then it is parsed again. */
  readonly canExpire: boolean
  readonly read: Reader
  /** Other names of the field: "change my salary". */
  readonly also: readonly string[]
}

/** A section's part of a field; core's rules hold the rest. */
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

/** Combines a question with core's rules. */
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

/** A coded word with its titles, and its synonyms between commas. */
export const option = (word: string, en: string, lg: string, sw: string, also?: string): Option => ({
  word,
  title: { en, lg, sw },
  also: also === undefined ? [] : phrases(also),
})

const months: Readonly<Record<Language, readonly string[]>> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  lg: 'Jjanwali Febwali Maaki Apuli Maayi Juuni Julaayi Agusito Sebutemba Okitobba Novemba Desemba'.split(
    ' ',
  ),
  sw: 'Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba'.split(' '),
}

/** "4 March 1991". */
export function dayLabel(day: string, language: Language): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)} ${months[language][Number(month) - 1] ?? month} ${year}`
}

const yes = { en: 'Yes', lg: 'Yee', sw: 'Ndiyo' } as const
const no = { en: 'No', lg: 'Nedda', sw: 'Hapana' } as const
const years = { en: 'years', lg: 'emyaka', sw: 'miaka' } as const

/** An answer as the customer reads it. */
export function shown(field: Field, value: Value, language: Language): string {
  if (typeof value === 'boolean') return (value ? yes : no)[language]
  if (typeof value === 'object') return value.join(', ')
  if (typeof value === 'number') {
    if (field.form === 'money') return ugx(value)
    if (field.form === 'years') return `${value} ${years[language]}`
    return field.path.endsWith('.percentage') ? `${value}%` : String(value)
  }
  if (field.form === 'date') return dayLabel(value, language)
  if (field.form === 'phone') return phoneLabel(value)
  const option = field.options.find(({ word }) => word === value)
  return option?.title[language] ?? formWord(value)
}
