import { createHash, randomBytes } from 'node:crypto'

/** The source of secrets; tests pass their own. */
export interface Random {
  /** A text of `bytes` random bytes, safe in URLs and cookies. */
  token(bytes: number): string
}

export const systemRandom: Random = { token: bytes => randomBytes(bytes).toString('base64url') }

/** The stored form of a long random secret: one round is enough. Passwords need argon2. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
