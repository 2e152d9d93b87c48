/** Reads foreign JSON, one value at a time. Nothing here throws: a value of the wrong type becomes null. */

export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** A non-empty text. Numbers become text, since some providers send ids as numbers. */
export const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null
}

/** A finite number, also from a numeric string. */
export const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** An instant as ISO text, from ISO text or epoch milliseconds; null for an invalid time. */
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
  if (words.includes(value as T)) return value as T
  const upper = value.toUpperCase()
  return words.find(word => word.toUpperCase() === upper) ?? null
}

/** A number, also in the forms that people write: "1,500,000", "UGX 50 000", "40%". */
export const amountOf = (value: unknown): number | null =>
  typeof value === 'string' ? numberOf(value.replace(/^\s*UGX|[\s,]|%\s*$/gi, '')) : numberOf(value)

/** True or false, also as a word or as 1 and 0. */
export const flagOf = (value: unknown): boolean | null => {
  if (typeof value === 'boolean') return value
  const word = textOf(value)?.trim().toLowerCase()
  if (word === 'true' || word === 'yes' || word === '1') return true
  return word === 'false' || word === 'no' || word === '0' ? false : null
}

/** A calendar date, "1991-03-04"; for an instant, its day in UTC. Null for an invalid day. */
export const dayOf = (value: unknown): string | null => {
  const day = /^(\d{4}-\d{2}-\d{2})(T|$)/.exec(textOf(value)?.trim() ?? '')?.[1]
  if (day === undefined) return null
  const time = new Date(`${day}T00:00:00.000Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day : null
}
