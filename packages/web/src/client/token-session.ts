import { claimOf } from './token-expiry.ts'

/** The session that an access token is of, which stays when it is renewed; null when it says nothing readable. */
export function tokenSession(token: string): string | null {
  const sid = claimOf(token, 'sid')
  return typeof sid === 'string' ? sid : null
}
