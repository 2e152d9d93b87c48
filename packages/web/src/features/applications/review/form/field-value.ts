import { t } from '@parley/core/text/translate'
import { type FieldForm, formWord } from '@parley/core/applications/form'
import { canonicalPhone, phoneLabel } from '@parley/core/customers/rules'
import { moneyLabel } from '@parley/core/text/format'
import { dayLabel } from '../../dates.ts'

const numbers = new Intl.NumberFormat('en-UG')

/** A form's value as a person reads it; null when none was given. */
export function fieldValue(value: unknown, form: FieldForm): string | null {
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(', ')
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') {
    if (form === 'money') return moneyLabel(value)
    return form === 'years'
      ? `${numbers.format(value)} ${value === 1 ? 'year' : 'years'}`
      : numbers.format(value)
  }
  if (typeof value !== 'string' || value.trim() === '') return null
  switch (form) {
    case 'word':
      return formWord(value)
    case 'date':
      return dayLabel(value)
    case 'phone':
      return phoneLabel(canonicalPhone(value) ?? value)
    default:
      return value
  }
}

/** "Terms accepted" for terms_accepted. */
export const declarationLabel = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim()
  return words === '' ? name : words[0]?.toUpperCase() + words.slice(1)
}
