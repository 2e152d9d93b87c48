import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

/** Seconds an access token lives. */
export const accessLifetime = 15 * 60

export interface Claims {
  readonly agentId: number
  readonly sessionId: number
}

/** Signs and reads access tokens (HS256) with a key derived from AUTH_SECRET for this purpose only. */
export class AccessTokens {
  readonly #key: Buffer

  constructor(authSecret: string) {
    this.#key = createHmac('sha256', authSecret).update('access token').digest()
  }

  sign({ agentId, sessionId }: Claims, now: Date): Promise<string> {
    const at = Math.floor(now.getTime() / 1000)
    return new SignJWT({ sid: String(sessionId) })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(agentId))
      .setIssuedAt(at)
      .setExpirationTime(at + accessLifetime)
      .sign(this.#key)
  }

  /** The claims of a valid, unexpired token; else null. */
  async read(token: string, now: Date): Promise<Claims | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        currentDate: now,
        requiredClaims: ['exp', 'sub', 'sid'],
      })
      return { agentId: Number(payload.sub), sessionId: Number(payload['sid']) }
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
}

/** A refresh token's readable part: its family of tokens, and its place in it. */
export interface Lineage {
  readonly family: string
  readonly generation: number
}

/**
 * Makes a family's refresh tokens and its attachment cookie. A token is an HMAC of its lineage and the client's renewal id. So a
 * repeated renewal gives the same token, and it need not be stored.
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

/** The source of secrets; tests pass their own. */
export interface Random {
  /** A text of `bytes` random bytes, safe in URLs and cookies. */
  token(bytes: number): string
}

export const systemRandom: Random = { token: bytes => randomBytes(bytes).toString('base64url') }

/** The stored form of a long random secret: one round is enough. Passwords need argon2. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
