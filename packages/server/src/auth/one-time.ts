import { createHmac, hkdfSync } from 'node:crypto'
import type { Random } from './random.ts'

/** A single-use secret, and its stored hash. */
export interface OneTimeToken {
  readonly token: string
  readonly hash: string
}

/**
 * Makes single-use secrets, stored as HMACs under a key derived from AUTH_SECRET for this purpose only. So another
 * AUTH_SECRET voids them. Recovery codes are not among them: they are the way in after such a change.
 */
export class OneTimeTokens {
  readonly #key: Buffer
  readonly #random: Random

  constructor(authSecret: string, purpose: 'password link' | 'socket ticket', random: Random) {
    this.#key = Buffer.from(hkdfSync('sha256', authSecret, '', purpose, 32))
    this.#random = random
  }

  make(): OneTimeToken {
    const token = this.#random.token(32)
    return { token, hash: this.hashOf(token) }
  }

  hashOf(token: string): string {
    return createHmac('sha256', this.#key).update(token).digest('base64url')
  }
}
