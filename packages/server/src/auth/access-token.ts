import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

/** Seconds an access token lives. */
export const accessLifetime = 15 * 60

/** An access token's claims: agent and session. */
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
