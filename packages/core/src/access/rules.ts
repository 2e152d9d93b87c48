import type { Settings } from '../settings/api.ts'
import { ApiError } from '../errors.ts'
import { type Policy, type PolicyName, policies, type Role, roles } from './policies.ts'

/** The caller: an account with its role, in a workspace with its settings. */
export interface Asker {
  readonly agentId: string
  readonly role: Role
  readonly settings: Settings
}

const atLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)

/** The weakest role that a policy lets through; null: any caller. `isOwn`: the row belongs to the caller or to nobody. */
export function leastRole(name: PolicyName, settings: Settings, isOwn: boolean): Role | null {
  const policy: Policy = policies[name]
  const { narrowedBy } = policy
  const isNarrowed = narrowedBy !== undefined && settings[narrowedBy] === 'supervisors'
  if (policy.others === undefined) return isNarrowed ? 'SUPERVISOR' : policy.least
  if (isOwn) return policy.least
  return isNarrowed ? 'SUPERVISOR' : policy.others
}

/** @param owner the id of the agent who owns the row; absent if the policy concerns no rows, or nobody owns the row */
export function isPermitted(asker: Asker, name: PolicyName, owner?: string): boolean {
  const least = leastRole(name, asker.settings, owner === undefined || owner === asker.agentId)
  return least === null || atLeast(asker.role, least)
}

const people: Readonly<Record<Role, string>> = {
  AGENT: 'somebody who is signed in',
  SUPERVISOR: 'a supervisor or an administrator',
  ADMINISTRATOR: 'an administrator',
}

/** @throws ApiError session.forbidden, whose sentence names the roles that may */
export function requirePermission(asker: Asker, name: PolicyName, owner?: string): void {
  if (isPermitted(asker, name, owner)) return
  const least = leastRole(name, asker.settings, owner === undefined || owner === asker.agentId)
  throw new ApiError('session.forbidden', {
    reason: `Only ${people[least ?? 'AGENT']} may ${policies[name].may}`,
  })
}

/** The actions that the screen offers an account: each policy it meets, for other people's rows too, beyond the public ones. */
export const permissionsOf = (asker: Asker): readonly PolicyName[] =>
  (Object.keys(policies) as PolicyName[]).filter(
    name => policies[name].least !== null && isPermitted(asker, name, ''),
  )
