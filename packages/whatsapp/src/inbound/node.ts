import { createHash } from 'node:crypto'

/** An object of unchecked JSON. */
export type Node = Readonly<Record<string, unknown>>

/** Null: the value is no object. */
export function nodeOf(value: unknown): Node | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : null
}

/** Empty: the value is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text without U+0000, which the database rejects; null: no text, or empty. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.replaceAll('\u0000', '') || null
}

/** Text, or a number as text, since some systems send ids as numbers. Null: neither. */
export function writtenOf(value: unknown): string | null {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : textOf(value)
}

/** A finite number, or one in text; null: neither. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** A name from Meta (a type, a field, a status), short enough for a log line. */
export function nameOf(value: unknown): string {
  return (textOf(value) ?? 'none').slice(0, 40)
}

/**
 * Meta's time stamp: seconds since 1970 as text or number; a number too large for seconds is milliseconds. Null: unreadable, or
 * not before the year 3000.
 */
export function secondsOf(value: unknown): Date | null {
  const number = numberOf(value)
  if (number === null || number <= 0) return null
  const ms = number > 100_000_000_000 ? number : number * 1000
  return ms > 32_503_680_000_000 ? null : new Date(ms)
}

/** A phone number from WhatsApp, in digits without `+`; null: invalid. */
export function phoneDigitsOf(value: unknown): string | null {
  const digits = writtenOf(value)?.replace(/[\s()+-]/g, '') ?? ''
  return /^\d{5,20}$/.test(digits) ? digits : null
}

/** Equal for equal content in any order of fields: recognises an item without an id. */
export const itemDigest = (content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(content, inOrder) ?? '')
    .digest('base64')

const inOrder = (_: string, value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** The result of reading one message or status. */
export type Reading<T> = { read: T } | { ignored: string } | { refused: string }
