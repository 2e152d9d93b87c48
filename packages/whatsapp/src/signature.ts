import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The value Meta puts into `X-Hub-Signature-256`: HMAC-SHA256 of the body's very bytes under the app secret.
 * Never call it with a body that was parsed and written again: the bytes differ as soon as a letter is not ASCII.
 */
export function signature(secret: string, bytes: Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
}

/** Whether a header has the form of a signature: what has not needs no body to be refused. */
export const isSignature = (header: unknown): header is string =>
  typeof header === 'string' && /^sha256=[\da-f]{64}$/i.test(header)

/** Whether `header` signs `bytes`, compared in constant time. A missing header never does; hex may be in any case. */
export function signatureMatches(secret: string, bytes: Uint8Array, header: string | undefined): boolean {
  if (header === undefined) return false
  const given = Buffer.from(header.toLowerCase(), 'latin1')
  const expected = Buffer.from(signature(secret, bytes), 'latin1')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
