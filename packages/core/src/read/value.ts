/** Reading of foreign JSON, one value at a time. Nothing here throws: what is not of the wanted kind is null. */

export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** A non-empty text; numbers are written out, since some providers send ids as numbers. */
export const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/** A finite number, also when it came as a numeral. */
export const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** An instant as ISO text, from ISO text or epoch milliseconds; null when it is no time. */
export const timeOf = (value: unknown): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** The first of the named fields that reads as text: providers differ in names. */
export const firstText = (fields: Fields, ...names: readonly string[]): string | null => {
  for (const name of names) {
    const text = textOf(fields[name])
    if (text !== null) return text
  }
  return null
}

/** One of the allowed words, compared without case. */
export const wordOf = <T extends string>(value: unknown, words: readonly T[]): T | null => {
  if (typeof value !== 'string') return null
  const upper = value.toUpperCase()
  return words.find(word => word.toUpperCase() === upper) ?? null
}

/** A calendar day as "2026-11-19", from ISO text that begins with one; null when it is no day. */
export const dayTextOf = (value: unknown): string | null => {
  const day = typeof value === 'string' ? value.slice(0, 10) : ''
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null
}
