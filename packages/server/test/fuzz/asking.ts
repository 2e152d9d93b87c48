import { basePath, type Call } from '@parley/core/calls'

/** One request before it is sent, so that a failing one can be reduced part by part. */
export interface Asking {
  readonly name: string
  readonly method: Call['method']
  /** The path below `basePath`, with its parameters filled in and encoded. */
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly headers: Readonly<Record<string, string>>
  /** `value` for JSON, or raw bytes. */
  readonly body: { readonly value: unknown } | { readonly bytes: string | Buffer } | null
}

export const wireOf = ({ method, path, query, headers, body }: Asking) => {
  const search = query.map(([name, value]) => `${percent(name)}=${percent(value)}`).join('&')
  const payload =
    body === null ? undefined : 'bytes' in body ? body.bytes : (JSON.stringify(body.value) ?? 'undefined')
  return {
    method,
    url: `${basePath}${path}${search === '' ? '' : `?${search}`}`,
    headers,
    ...(payload !== undefined && { payload }),
  }
}

/** Also encodes lone surrogates, for which `encodeURIComponent` throws. */
export const percent = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map(byte => {
      const letter = String.fromCharCode(byte)
      return /[\w.~-]/.test(letter) ? letter : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`
    })
    .join('')

/** The request with this body and this content type. */
export const typed = (asking: Asking, type: string, body: Asking['body']): Asking => ({
  ...asking,
  headers: { ...asking.headers, 'content-type': type },
  body,
})
