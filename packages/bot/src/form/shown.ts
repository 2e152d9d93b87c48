import { formWord } from '@parley/core/applications/form'
import { phoneLabel } from '@parley/core/customers/rules'
import type { Language } from '../language.ts'
import type { Field } from './field.ts'
import { ugx } from './parse/amount.ts'
import type { Value } from './value.ts'

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

/** An answer as its customer reads it. */
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
