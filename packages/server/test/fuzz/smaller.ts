import type { Asking } from './asking.ts'

/** The same request with one part removed, each in turn. */
export function* smaller(asking: Asking): Generator<Asking> {
  const { query, headers, body } = asking
  if (body !== null) yield { ...asking, body: null }
  for (const spot of query.keys()) yield { ...asking, query: query.toSpliced(spot, 1) }
  for (const name of Object.keys(headers).filter(one => one !== 'authorization')) {
    const { [name]: _, ...rest } = headers
    yield { ...asking, headers: rest }
  }
  if (body === null || !('value' in body)) return
  for (const value of smallerValues(body.value)) yield { ...asking, body: { value } }
}

function* smallerValues(value: unknown): Generator {
  if (typeof value === 'string' && value.length > 1) {
    yield value.slice(0, Math.floor(value.length / 2))
    yield value.slice(Math.ceil(value.length / 2))
  }
  if (typeof value !== 'object' || value === null) return
  const entries = Object.entries(value)
  const make = (parts: readonly (readonly [string, unknown])[]) =>
    Array.isArray(value) ? parts.map(([, one]) => one) : Object.fromEntries(parts)
  for (const [spot, [field, inner]] of entries.entries()) {
    yield make(entries.toSpliced(spot, 1))
    for (const less of smallerValues(inner)) yield make(entries.with(spot, [field, less]))
  }
}
