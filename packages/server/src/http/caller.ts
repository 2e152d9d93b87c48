import type { Call } from '@parley/core/calls'
import type { Settings } from '@parley/core/settings/api'
import { ApiError } from '@parley/core/errors'
import type { Asker } from '@parley/core/access/rules'
import { isSecondFactorDemanded } from '@parley/core/account/rules'
import type { Role } from '@parley/core/access/policies'
import type { FastifyRequest } from 'fastify'

/** The agent of a session, the agent's permissions, and the workspace's settings at this moment. */
export interface Account {
  readonly agentId: number
  readonly agentName: string
  readonly sessionId: number
  readonly role: Role
  readonly hasSecondFactor: boolean
  readonly settings: Settings
}

/** The agent that makes a call, and the call's network address. */
export interface Caller extends Account {
  readonly address: string
}

/** Whether the workspace requires a second factor that the account has not set up. */
const lacksSecondFactor = ({ role, hasSecondFactor, settings }: Account): boolean =>
  !hasSecondFactor && isSecondFactorDemanded(settings.second_factor, role)

/** @throws ApiError session.second-factor-missing if the workspace requires one that the account has not set up */
export function requireSecondFactor(account: Account): void {
  if (lacksSecondFactor(account)) throw new ApiError('session.second-factor-missing')
}

/** The state of an open socket's session. */
export type SessionState = 'open' | 'ended' | 'second-factor-missing'

/** @param account the current account, or undefined if the session has ended */
export function sessionStateOf(account: Account | undefined): SessionState {
  if (account === undefined) return 'ended'
  return lacksSecondFactor(account) ? 'second-factor-missing' : 'open'
}

/** The caller in the form that the permission rules take. */
export const askerOf = ({ agentId, role, settings }: Account): Asker => ({
  agentId: String(agentId),
  role,
  settings,
})

/**
 * Identifies the caller by the bearer token, or for attachments also by the cookie.
 * @throws ApiError session.missing or session.expired
 */
export type Authenticate = (
  request: FastifyRequest,
  access: Exclude<Call['access'], 'public'>,
) => Promise<Caller>
