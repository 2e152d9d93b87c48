import type { ByteRange } from './store.ts'

/**
 * The part of a file of `size` bytes that a Range header asks for (RFC 9110, 14). Null for the whole file: without a
 * header, with several ranges at once, or with something else than bytes. `unsatisfiable` is answered with 416.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '')
  if (parts === null) return null
  const [, first = '', last = ''] = parts
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Number(last)
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}
