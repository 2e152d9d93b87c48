import { Refusal } from '@parley/core/errors'
import type { Reader } from '../db/write.ts'
import type { Account, Authenticate } from '../http/caller.ts'
import type { AccessTokens } from './access-token.ts'
import type { AttachmentCookie } from './attachment-cookie.ts'
import { callerOfCookie, callerOfSession } from './queries.ts'
import { hashOf } from './random.ts'
import type { RefreshTokens } from './refresh-token.ts'

/** The parts that identify a caller. */
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
 * @throws Refusal session.expired
 */
export async function sessionOfToken(
  { db, now, accessTokens }: Pick<Recognition, 'db' | 'now' | 'accessTokens'>,
  token: string,
): Promise<Account> {
  const claims = await accessTokens.read(token, now())
  const caller = claims && (await callerOfSession(db, claims.sessionId, now()))
  if (!caller || caller.agentId !== claims.agentId) throw new Refusal('session.expired')
  return caller
}

/** Identifies the caller of a call that is not public: by bearer token, or for files by cookie. */
export function authenticateBy(recognition: Recognition): Authenticate {
  return async (request, access) => {
    const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const address = request.ip
    if (bearer !== undefined) return { ...(await sessionOfToken(recognition, bearer)), address }
    const cookie = access === 'attachment' ? recognition.cookie.of(request) : null
    if (cookie === null) throw new Refusal('session.missing')
    const owner = await callerOfCookie(recognition.db, hashOf(cookie), recognition.now())
    // A changed AUTH_SECRET voids everything issued under the old one, cookies included.
    if (owner === undefined || recognition.refreshTokens.cookie(owner.family) !== cookie)
      throw new Refusal('session.expired')
    return { ...owner.account, address }
  }
}
