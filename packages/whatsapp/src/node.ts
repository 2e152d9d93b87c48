/** One object of a JSON document that nobody has checked. */
export type Node = Readonly<Record<string, unknown>>

/** The value as an object, or null: arrays, nulls and scalars are none. */
export function nodeOf(value: unknown): Node | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : null
}

/** The value as a list; anything that is none is the empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value as text without U+0000 (no message holds one and databases refuse it); null if it is not text or empty. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.replaceAll('\u0000', '') || null
}

/** Text, also of what came as a number: some systems send ids so. Null for the rest. */
export function writtenOf(value: unknown): string | null {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : textOf(value)
}

/** A finite number, also when it is spelled as text; null for the rest. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** A name that Meta gave (a type, a field, a status), short enough for a log line. */
export function nameOf(value: unknown): string {
  return (textOf(value) ?? 'none').slice(0, 40)
}

/**
 * Meta's time stamp: seconds since 1970 as text or number, or milliseconds, which a number of that size can only be; null
 * when it is neither, or not before the year 3000.
 */
export function secondsOf(value: unknown): Date | null {
  const number = numberOf(value)
  if (number === null || number <= 0) return null
  const ms = number > 100_000_000_000 ? number : number * 1000
  return ms > 32_503_680_000_000 ? null : new Date(ms)
}

/** A phone number as WhatsApp gives it, in digits without `+`; null when it cannot be one. */
export function phoneDigitsOf(value: unknown): string | null {
  const digits = writtenOf(value)?.replace(/[\s()+-]/g, '') ?? ''
  return /^\d{5,20}$/.test(digits) ? digits : null
}
