import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Meta's value of `X-Hub-Signature-256`: HMAC-SHA256 of the body's exact bytes under the app secret. Never call it with a body
 * that was parsed and serialised again: the bytes differ for any character that is not ASCII.
 */
export function signature(secret: string, bytes: Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
}

/** Whether a header has the form of a signature. If not, the request is rejected without reading its body. */
export const isSignature = (header: unknown): header is string =>
  typeof header === 'string' && /^sha256=[\da-f]{64}$/i.test(header)

/** Whether `header` signs `bytes`, compared in constant time. False for a missing header; hex may be in any case. */
export function signatureMatches(secret: string, bytes: Uint8Array, header: string | undefined): boolean {
  if (header === undefined) return false
  const given = Buffer.from(header.toLowerCase(), 'latin1')
  const expected = Buffer.from(signature(secret, bytes), 'latin1')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
