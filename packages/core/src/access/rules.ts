import type { Settings } from '../settings/api.ts'
import { ApiError } from '../errors.ts'
import { type Policy, type PolicyName, policies, type Role, roles } from './policies.ts'

/** Who asks: an account with its role, in a workspace with its settings. */
export interface Asker {
  readonly agentId: string
  readonly role: Role
  readonly settings: Settings
}

const atLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)

/** The weakest role that a policy lets through; null: whoever calls. `isOwn`: the row is the asker's, or is nobody's. */
export function leastRole(name: PolicyName, settings: Settings, isOwn: boolean): Role | null {
  const policy: Policy = policies[name]
  const { narrowedBy } = policy
  const isNarrowed = narrowedBy !== undefined && settings[narrowedBy] === 'supervisors'
  if (policy.others === undefined) return isNarrowed ? 'SUPERVISOR' : policy.least
  if (isOwn) return policy.least
  return isNarrowed ? 'SUPERVISOR' : policy.others
}

/** @param owner the id of the agent whose row it is; absent where the policy speaks of no rows, or the row is nobody's */
export function isPermitted(asker: Asker, name: PolicyName, owner?: string): boolean {
  const least = leastRole(name, asker.settings, owner === undefined || owner === asker.agentId)
  return least === null || atLeast(asker.role, least)
}

const people: Readonly<Record<Role, string>> = {
  AGENT: 'somebody who is signed in',
  SUPERVISOR: 'a supervisor or an administrator',
  ADMINISTRATOR: 'an administrator',
}

/** @throws ApiError session.forbidden, whose sentence says who may */
export function requirePermission(asker: Asker, name: PolicyName, owner?: string): void {
  if (isPermitted(asker, name, owner)) return
  const least = leastRole(name, asker.settings, owner === undefined || owner === asker.agentId)
  throw new ApiError('session.forbidden', {
    reason: `Only ${people[least ?? 'AGENT']} may ${policies[name].may}`,
  })
}

/** What an account is offered on the screen: each policy beyond what anybody may that it meets, for rows of others too. */
export const permissionsOf = (asker: Asker): readonly PolicyName[] =>
  (Object.keys(policies) as PolicyName[]).filter(
    name => policies[name].least !== null && isPermitted(asker, name, ''),
  )
