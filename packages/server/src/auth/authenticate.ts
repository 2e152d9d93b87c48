import { ApiError } from '@parley/core/errors'
import type { Reader, Writer } from '../db/write.ts'
import type { Account, Authenticate } from '../http/caller.ts'
import type { AttachmentCookie } from './cookies.ts'
import { callerOfCookie, callerOfSession } from './queries.ts'
import { type AccessTokens, hashOf, type OneTimeTokens, type RefreshTokens } from './tokens.ts'

/** The dependencies for identifying a caller. */
export interface Recognition {
  readonly db: Reader
  readonly now: () => Date
  readonly accessTokens: AccessTokens
  readonly refreshTokens: RefreshTokens
  readonly cookie: AttachmentCookie
}

/**
 * The account of an access token, for calls and sockets. Reads the session each time, so that a logout, a new password or
 * a disabled account counts at once.
 * @throws ApiError session.expired
 */
export async function sessionOfToken(
  { db, now, accessTokens }: Pick<Recognition, 'db' | 'now' | 'accessTokens'>,
  token: string,
): Promise<Account> {
  const claims = await accessTokens.read(token, now())
  const caller = claims && (await callerOfSession(db, claims.sessionId, now()))
  if (!caller || caller.agentId !== claims.agentId) throw new ApiError('session.expired')
  return caller
}

/** Identifies the caller of a call that is not public: by bearer token, or for files by cookie. */
export function authenticateBy(recognition: Recognition): Authenticate {
  return async (request, access) => {
    const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const address = request.ip
    if (bearer !== undefined) return { ...(await sessionOfToken(recognition, bearer)), address }
    const cookie = access === 'attachment' ? recognition.cookie.of(request) : null
    if (cookie === null) throw new ApiError('session.missing')
    const owner = await callerOfCookie(recognition.db, hashOf(cookie), recognition.now())
    // A changed AUTH_SECRET voids everything issued under the old one, cookies included.
    if (owner === undefined || recognition.refreshTokens.cookie(owner.family) !== cookie)
      throw new ApiError('session.expired')
    return { ...owner.account, address }
  }
}

/** Seconds a ticket lives. */
export const ticketLifetime = 30

/** Creates a single-use ticket for one socket of this session. Only its hash is stored. */
export async function makeTicket(
  { db, now }: Pick<Writer, 'db' | 'now'>,
  tickets: OneTimeTokens,
  sessionId: number,
): Promise<string> {
  const { token, hash } = tickets.make()
  await db
    .insertInto('socket_tickets')
    .values({
      token_hash: hash,
      session_id: sessionId,
      expires_at: new Date(now().getTime() + ticketLifetime * 1000),
    })
    .execute()
  return token
}

/**
 * Uses a ticket up and returns its holder. The database admits it once, whichever servers receive it.
 * @throws ApiError socket.ticket-refused
 */
export async function redeemTicket(
  db: Reader,
  tickets: OneTimeTokens,
  ticket: string,
  now: Date,
): Promise<Account> {
  const used = await db
    .deleteFrom('socket_tickets')
    .where('token_hash', '=', tickets.hashOf(ticket))
    .where('expires_at', '>', now)
    .returning('session_id')
    .executeTakeFirst()
  const caller = used && (await callerOfSession(db, used.session_id, now))
  if (caller === undefined) throw new ApiError('socket.ticket-refused')
  return caller
}
