import { createHmac, hkdfSync } from 'node:crypto'
import type { Random } from './random.ts'

/** A secret that opens something once, and the hash by which it is stored. */
export interface OneTimeToken {
  readonly token: string
  readonly hash: string
}

/**
 * Makes secrets that open something once. They are stored as HMACs under a key made from AUTH_SECRET for this purpose
 * alone, so that another AUTH_SECRET voids them. Recovery codes are no such secrets: they are the way in after a new one.
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
