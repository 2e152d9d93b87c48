import { createHmac } from 'node:crypto'

/** A refresh token's readable part: its family of tokens, and its place in it. */
export interface Lineage {
  readonly family: string
  readonly generation: number
}

/**
 * Makes a family's refresh tokens and its attachment cookie. A token is an HMAC of its lineage and the client's renewal
 * id, so repeating a renewal gives the same token, which need not be stored.
 */
export class RefreshTokens {
  readonly #secret: string

  constructor(authSecret: string) {
    this.#secret = authSecret
  }

  make({ family, generation }: Lineage, renewalId: string | null): string {
    const mac = this.#mac(['refresh token', family, generation, renewalId])
    return `${family}.${generation}.${mac}`
  }

  /** The attachment cookie's value for this family's browser. */
  cookie(family: string): string {
    return this.#mac(['attachment cookie', family])
  }

  #mac(parts: readonly (string | number | null)[]): string {
    return createHmac('sha256', this.#secret).update(JSON.stringify(parts)).digest('base64url')
  }
}

/** The family that a token claims, which proves nothing; null if the text is no refresh token. */
export const familyOf = (token: string): string | null =>
  /^([\w-]{20,64})\.\d{1,9}\.[\w-]{43}$/.exec(token)?.[1] ?? null
