import { ApiError } from '@parley/core/errors'
import { record } from '../audit/record.ts'
import { type TxContext, write, type Writer } from '../db/write.ts'
import { isPassword } from './password.ts'
import { type Account, accountOf } from './queries.ts'
import { secondFactorOf, withCode } from './second-factor.ts'
import type { Seal } from './secrets.ts'
import { lifetimes, secondsLeft, sessionEnd } from './sessions.ts'
import { beginTry, type Counter, forgetTries, ofAccount, ofDevice, ofNobody } from './sign-in-limits.ts'
import { hashOf, type Random, type RefreshTokens } from './tokens.ts'
import { demoPassword } from './weak-password.ts'

export interface SessionMaker {
  readonly writer: Writer
  readonly refreshTokens: RefreshTokens
  readonly random: Random
  readonly seal: Seal
  readonly mode: 'demo' | 'production'
}

/** The device and address of a session's use. */
export interface UsedFrom {
  /** Such as "Chrome on Windows"; null if the browser did not say. */
  readonly device: string | null
  readonly address: string
}

/** An opened or renewed session. `lifetime`: seconds until it ends without renewal. */
export interface Granted {
  readonly agentId: number
  readonly sessionId: number
  readonly family: string
  readonly refreshToken: string
  readonly lifetime: number
}

/** The result of a try. `agentId` is null for an unknown name. */
export interface Tried {
  readonly event: 'sign-in.succeeded' | 'sign-in.failed' | 'sign-in.locked'
  readonly agentId: number | null
}

export interface Credentials {
  readonly username: string
  readonly password: string
  /** The typed second factor. */
  readonly code: string | null
  readonly remember: boolean
  readonly from: UsedFrom
  /** The browser's name, if it has signed in to this account before. */
  readonly deviceOf: (agentId: number) => string | null
  readonly heard: (tried: Tried) => void
}

/**
 * Opens a session. All of these get one reply after the same time: a wrong name, a wrong password, a disabled or locked account
 * and, in production, the demo's password. Only a browser that has signed in before learns that it must wait. It has its own
 * count, so that other people's tries do not lock it out. Only a right password reveals a second factor. Its codes count for the
 * account (`withCode`), and the reply says if they are refused for a time.
 * @throws ApiError session.invalid-credentials, session.too-many-attempts, session.second-factor-required,
 *   session.second-factor-refused
 */
export async function signIn(maker: SessionMaker, credentials: Credentials): Promise<Granted> {
  const account = await accountOf(maker.writer.db, credentials.username.trim())
  const device = account === null ? null : credentials.deviceOf(account.id)
  const counter = counterOf(account, device, credentials.username)
  const { seconds } = await beginTry(maker.writer, counter)
  const agentId = account?.id ?? null
  if (seconds !== null && device !== null) {
    credentials.heard({ event: 'sign-in.locked', agentId })
    throw new ApiError('session.too-many-attempts', { seconds })
  }
  const right = await isPassword(account?.passwordHash ?? null, credentials.password)
  const known = maker.mode === 'production' && credentials.password === demoPassword
  if (account === null || !right || known || account.disabled || seconds !== null) {
    if (seconds === null) await recordFailure(maker.writer, agentId, credentials.from.address)
    credentials.heard({ event: seconds === null ? 'sign-in.failed' : 'sign-in.locked', agentId })
    throw new ApiError('session.invalid-credentials')
  }
  await write(maker.writer, ({ tx }) => forgetTries(tx, counter))
  const granted = await grant(maker, account, credentials)
  credentials.heard({ event: 'sign-in.succeeded', agentId })
  return granted
}

function counterOf(account: Account | null, device: string | null, username: string): Counter {
  if (account === null) return ofNobody(username)
  return device === null ? ofAccount(account.id) : ofDevice(device, account.id)
}

/** Opens a session after the right password, and a code if the account has a second factor. */
async function grant(maker: SessionMaker, account: Account, credentials: Credentials): Promise<Granted> {
  const { writer, seal } = maker
  const { from, code, remember, heard } = credentials
  const open = openSession(maker, account, { lifetime: lifetimes[remember ? 'normal' : 'short'], from })
  const { isOn } = await secondFactorOf(writer.db, account.id)
  if (!isOn) return write(writer, open)
  if (code === null) throw new ApiError('session.second-factor-required')
  const by = { agentId: null, address: from.address }
  const shown = { agentId: account.id, code, by, takes: 'app or recovery' } as const
  const granted = await withCode(writer, seal, shown, open).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'session.too-many-attempts')
      heard({ event: 'sign-in.locked', agentId: account.id })
    throw error
  })
  if (granted !== null) return granted
  heard({ event: 'sign-in.failed', agentId: account.id })
  throw new ApiError('session.second-factor-refused')
}

function openSession(
  { refreshTokens, random }: SessionMaker,
  account: Account,
  { lifetime, from }: { readonly lifetime: number; readonly from: UsedFrom },
): (context: TxContext) => Promise<Granted> {
  const family = random.token(24)
  const refreshToken = refreshTokens.make({ family, generation: 1 }, null)
  return async context => {
    const { tx } = context
    // Lock and compare the hash again: password or account may have changed meanwhile.
    const still = await tx
      .selectFrom('agents')
      .select('id')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.passwordHash)
      .where('disabled_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (still === undefined) throw new ApiError('session.invalid-credentials')
    const { now } = context
    const end = sessionEnd(now, now, lifetime)
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
        expires_at: end,
        used_at: now,
        ...from,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const by = { agentId: account.id, address: from.address }
    await record(context, by, 'sign-in', id, { after: { device: from.device } })
    return { agentId: account.id, sessionId: id, family, refreshToken, lifetime: secondsLeft(end, now) }
  }
}

/**
 * Records a failed sign-in. For an unknown account the typed name stays out, since people type passwords there. Tries at
 * a locked account are not recorded, since they have no end; the lock itself is on record.
 */
export const recordFailure = (writer: Writer, agentId: number | null, address: string): Promise<void> =>
  write(writer, context => record(context, { agentId: null, address }, 'sign-in.failed', agentId))
