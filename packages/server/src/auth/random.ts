import { createHash, randomBytes } from 'node:crypto'

/** Where secrets come from; tests hand in their own. */
export interface Random {
  /** A text of `bytes` random bytes, safe in URLs and cookies. */
  token(bytes: number): string
}

export const systemRandom: Random = { token: bytes => randomBytes(bytes).toString('base64url') }

/** How a secret is stored. Ours are long and random, so one round is enough; passwords go through argon2. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
