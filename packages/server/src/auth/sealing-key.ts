import { hkdfSync } from 'node:crypto'

/**
 * The key of each agent, by id: 32 bytes, base64url, made from AUTH_SECRET for this purpose alone. Their browser seals under
 * it what it keeps of their words, and gets it only with a session of theirs. Under another AUTH_SECRET nothing of that
 * opens.
 */
export const sealingKeys =
  (authSecret: string) =>
  (agentId: number): string =>
    Buffer.from(hkdfSync('sha256', authSecret, '', `kept in the browser of agent ${agentId}`, 32)).toString(
      'base64url',
    )
