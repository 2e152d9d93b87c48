import { createHmac } from 'node:crypto'

/** A refresh token's readable part: which family of tokens, and its place in it. */
export interface Lineage {
  readonly family: string
  readonly generation: number
}

/**
 * Makes the refresh tokens of a family. A token is an HMAC of its lineage and the client's renewal id, so the same
 * renewal gives the same token without it being stored; and the attachment cookie of a family likewise.
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

  /** The value of the cookie that opens attachments for this family's browser. */
  cookie(family: string): string {
    return this.#mac(['attachment cookie', family])
  }

  #mac(parts: readonly (string | number | null)[]): string {
    return createHmac('sha256', this.#secret).update(JSON.stringify(parts)).digest('base64url')
  }
}

/** The family that a token claims to be of; null for text that is no refresh token. Proves nothing by itself. */
export const familyOf = (token: string): string | null =>
  /^([\w-]{20,64})\.\d{1,9}\.[\w-]{43}$/.exec(token)?.[1] ?? null
