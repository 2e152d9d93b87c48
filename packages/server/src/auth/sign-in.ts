import { Refusal } from '@parley/core/errors'
import { type Writer, write } from '../db/write.ts'
import { isPassword } from './password.ts'
import { accountOf } from './queries.ts'
import { hashOf, type Random } from './random.ts'
import type { RefreshTokens } from './refresh-token.ts'
import { demoPassword } from './weak-password.ts'

/** Seconds a refresh token lives: with remember-me, and without. */
const lifetimes = { normal: 30 * 24 * 60 * 60, short: 12 * 60 * 60 } as const

export interface SessionMaker {
  readonly writer: Writer
  readonly refreshTokens: RefreshTokens
  readonly random: Random
  readonly mode: 'demo' | 'production'
}

/** A session that was opened or renewed. `lifetime` in seconds. */
export interface Granted {
  readonly agentId: number
  readonly sessionId: number
  readonly family: string
  readonly refreshToken: string
  readonly lifetime: number
}

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly remember: boolean
}

/**
 * Opens a session. A wrong name, a wrong password, a disabled account and, in production, the demo's password are
 * refused alike, after the same time.
 * @throws Refusal session.invalid-credentials
 */
export async function signIn(maker: SessionMaker, credentials: Credentials): Promise<Granted> {
  const account = await accountOf(maker.writer.db, credentials.username.trim())
  const right = await isPassword(account?.passwordHash ?? null, credentials.password)
  const known = maker.mode === 'production' && credentials.password === demoPassword
  if (account === null || !right || known || account.disabled)
    throw new Refusal('session.invalid-credentials')
  const lifetime = lifetimes[credentials.remember ? 'normal' : 'short']
  return openSession(maker, account, lifetime)
}

function openSession(
  { writer, refreshTokens, random }: SessionMaker,
  account: { readonly id: number; readonly passwordHash: string },
  lifetime: number,
): Promise<Granted> {
  const family = random.token(24)
  const refreshToken = refreshTokens.make({ family, generation: 1 }, null)
  return write(writer, async tx => {
    // Locked, and the hash compared again: a password changed or an account disabled meanwhile lets nobody in.
    const still = await tx
      .selectFrom('agents')
      .select('id')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.passwordHash)
      .where('disabled_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (still === undefined) throw new Refusal('session.invalid-credentials')
    const now = writer.now()
    const { id } = await tx
      .insertInto('sessions')
      .values({
        agent_id: account.id,
        family,
        generation: 1,
        refresh_hash: hashOf(refreshToken),
        cookie_hash: hashOf(refreshTokens.cookie(family)),
        lifetime_seconds: lifetime,
        created_at: now,
        expires_at: new Date(now.getTime() + lifetime * 1000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { agentId: account.id, sessionId: id, family, refreshToken, lifetime }
  })
}
