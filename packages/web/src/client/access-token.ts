/**
 * When an access token runs out, in epoch milliseconds, read from its payload without checking it: only the server can.
 * Null when the token says nothing readable.
 */
export function tokenExpiry(token: string): number | null {
  const exp = claimOf(token, 'exp')
  return typeof exp === 'number' ? exp * 1000 : null
}

/** What a token says of this name; undefined when it says nothing readable. */
function claimOf(token: string, name: string): unknown {
  const payload = token.split('.')[1]
  if (payload === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    return (claims as Readonly<Record<string, unknown>> | null)?.[name]
  } catch {
    return undefined // another kind of token: nothing to read
  }
}

/** Whether a token is no use for opening a connection now: run out, or so soon that it could be meanwhile. */
export const isSpent = (token: string, now: number): boolean => (tokenExpiry(token) ?? 0) < now + 10_000

/** The session that an access token is of, which stays when it is renewed; null when it says nothing readable. */
export function tokenSession(token: string): string | null {
  const sid = claimOf(token, 'sid')
  return typeof sid === 'string' ? sid : null
}
