import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether what was given is the secret, compared in constant time, whatever the lengths. */
export function isSameSecret(given: unknown, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret))
}
