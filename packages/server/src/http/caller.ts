import type { Call } from '@parley/core/api'
import type { Settings } from '@parley/core/api/settings'
import { Refusal } from '@parley/core/errors'
import type { Asker } from '@parley/core/rules/policy'
import { isSecondFactorDemanded } from '@parley/core/rules/second-factor'
import type { Role } from '@parley/core/words/policy'
import type { FastifyRequest } from 'fastify'

/** Whose session it is, what they may do, and what the workspace decided at this moment. */
export interface Account {
  readonly agentId: number
  readonly agentName: string
  readonly sessionId: number
  readonly role: Role
  readonly hasSecondFactor: boolean
  readonly settings: Settings
}

/** Who makes a call, and the address of the network that it comes from. */
export interface Caller extends Account {
  readonly address: string
}

/** @throws Refusal session.second-factor-missing where the workspace asks this account for one that it has not set up */
export function requireSecondFactor({ role, hasSecondFactor, settings }: Account): void {
  if (!hasSecondFactor && isSecondFactorDemanded(settings.second_factor, role))
    throw new Refusal('session.second-factor-missing')
}

/** A caller as the rules see one. */
export const askerOf = ({ agentId, role, settings }: Account): Asker => ({
  agentId: String(agentId),
  role,
  settings,
})

/**
 * Finds out who calls: by the bearer token, or for attachments by the cookie too.
 * @throws Refusal session.missing or session.expired
 */
export type Authenticate = (
  request: FastifyRequest,
  access: Exclude<Call['access'], 'public'>,
) => Promise<Caller>
