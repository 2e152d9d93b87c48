import type { Call } from '@parley/core/calls'
import type { Settings } from '@parley/core/settings/api'
import { ApiError } from '@parley/core/errors'
import type { Asker } from '@parley/core/access/rules'
import { isSecondFactorDemanded } from '@parley/core/account/rules'
import type { Role } from '@parley/core/access/policies'
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

/** Whether the workspace asks this account for a second factor that it has not set up. */
const lacksSecondFactor = ({ role, hasSecondFactor, settings }: Account): boolean =>
  !hasSecondFactor && isSecondFactorDemanded(settings.second_factor, role)

/** @throws ApiError session.second-factor-missing where the workspace asks this account for one that it has not set up */
export function requireSecondFactor(account: Account): void {
  if (lacksSecondFactor(account)) throw new ApiError('session.second-factor-missing')
}

/** What of an open socket's session still holds. */
export type SessionState = 'open' | 'ended' | 'second-factor-missing'

/** @param account as it is now; undefined where its session has ended */
export function sessionStateOf(account: Account | undefined): SessionState {
  if (account === undefined) return 'ended'
  return lacksSecondFactor(account) ? 'second-factor-missing' : 'open'
}

/** A caller as the rules see one. */
export const askerOf = ({ agentId, role, settings }: Account): Asker => ({
  agentId: String(agentId),
  role,
  settings,
})

/**
 * Finds out who calls: by the bearer token, or for attachments by the cookie too.
 * @throws ApiError session.missing or session.expired
 */
export type Authenticate = (
  request: FastifyRequest,
  access: Exclude<Call['access'], 'public'>,
) => Promise<Caller>
