/**
 * When an access token runs out, in epoch milliseconds, read from its payload without checking it: only the server can.
 * Null when the token says nothing readable.
 */
export function tokenExpiry(token: string): number | null {
  const payload = token.split('.')[1]
  if (payload === undefined) return null
  try {
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : null
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null // another kind of token: nothing to read
  }
}

/** Whether a token is no use for opening a connection now: run out, or so soon that it could be meanwhile. */
export const isSpent = (token: string, now: number): boolean => (tokenExpiry(token) ?? 0) < now + 10_000
