import { hkdfSync } from 'node:crypto'

/**
 * An agent's key, by id: 32 bytes, base64url, derived from AUTH_SECRET for this purpose only. The browser encrypts the
 * agent's unsent text under it, and gets it only with a session. Under another AUTH_SECRET that text is lost.
 */
export const sealingKeys =
  (authSecret: string) =>
  (agentId: number): string =>
    Buffer.from(hkdfSync('sha256', authSecret, '', `kept in the browser of agent ${agentId}`, 32)).toString(
      'base64url',
    )
