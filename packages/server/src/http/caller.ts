import type { Call } from '@parley/core/api'
import type { FastifyRequest } from 'fastify'

/** Who makes a call. */
export interface Caller {
  readonly agentId: number
  readonly agentName: string
  readonly sessionId: number
}

/**
 * Finds out who calls: by the bearer token, or for attachments by the cookie too.
 * @throws Refusal session.missing or session.expired
 */
export type Authenticate = (
  request: FastifyRequest,
  access: Exclude<Call['access'], 'public'>,
) => Promise<Caller>
