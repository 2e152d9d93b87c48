import type { Value } from './value.ts'

/** A value as a text that its field's reader reads as the same value. */
export const answerText = (value: Value): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? value.join(', ') : String(value)
}
